import { didYouMean } from 'oriel-core/http';
import { limitSettings, NAMED_LIMIT_SETTINGS, RATE_LIMIT_SETTINGS } from './rate-limit.ts';
import type { RateLimit } from './rate-limit.ts';
import { issue, formatValue, group, validateSettings } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { ownName } from './limited-route.ts';
import { getOptions } from './has-limits.ts';
import type { LimitedConfig, LimitedResource } from './has-limits.ts';
import { LIMIT_SETTINGS } from '../../http/request-limit.ts';

/** Reports invalid limits of routes and operations, and limits without a matching route or operation. */
export function* validateRouteLimits(
  { routes = [], resources = [], rateLimits = [] }: LimitedConfig,
  routeNames: readonly string[],
): Generator<ConfigIssue> {
  const named = limitSettings(rateLimits).limits ?? [];
  const taken = new Set(named.map(({ name }) => name));
  for (const { place, name, limit, at } of [...routes.flatMap(limitOfRoute), ...resources.flatMap(limitsOfResource)]) {
    for (const found of validateLimits(place, limit)) yield { ...found, at };
    const all = Array.isArray(limit) ? limit.map((_, index) => ownName(name, limit, index)) : [name];
    const twice = all.find((text) => taken.has(text));
    if (twice !== undefined) {
      const reason = `A limit in rateLimits has the same name "${twice}" and would share its counts`;
      yield { ...issue('ORIEL_CONFIG_LIMIT_NAME', place, reason, 'Rename the limit in rateLimits'), at };
    }
    if (place.startsWith('routes') || routeNames.includes(name)) continue;
    const fix = suggest(name, routeNames);
    yield {
      ...issue(
        'ORIEL_CONFIG_LIMIT_OPERATION',
        place,
        `The operation ${name} does not exist, so the limit has no effect`,
        fix,
      ),
      at,
    };
  }
  const known = [...routes.map(({ name }) => name), ...routeNames];
  for (const [index, limit] of named.entries()) yield* missedRoutes(`rateLimits[${index}]`, limit, known);
}

function* validateLimits(path: string, limit: unknown): Generator<ConfigIssue> {
  if (!Array.isArray(limit)) return yield* LIMIT.validate(path, limit);
  if (limit.length === 0) yield issue('ORIEL_CONFIG_LIMIT', path, 'It is an empty array', 'Add a limit, or remove it');
  for (const [index, member] of limit.entries()) yield* LIMIT.validate(`${path}[${index}]`, member ?? null);
}

interface OwnLimit {
  readonly place: string;
  readonly name: string;
  readonly limit: unknown;
  readonly at: ConfigIssue['at'];
}

function limitOfRoute({ name, options, at }: NonNullable<LimitedConfig['routes']>[number], index: number): OwnLimit[] {
  return options.limit === undefined
    ? []
    : [{ place: `routes[${index}] "${name}".limit`, name, limit: options.limit, at }];
}

function limitsOfResource({ name, definition, at }: LimitedResource, index: number): OwnLimit[] {
  const { operations = {}, custom = {} } = definition;
  return Object.entries({ operations, custom }).flatMap(([kind, member]) =>
    Object.entries(member).flatMap(([operation, options]) =>
      getOptions(options).limit === undefined
        ? []
        : [
            {
              place: `resources[${index}] "${name}".${kind}.${operation}.limit`,
              name: `${name}.${operation}`,
              limit: getOptions(options).limit,
              at,
            },
          ],
    ),
  );
}

function* missedRoutes(path: string, { routes = [] }: RateLimit, known: readonly string[]): Generator<ConfigIssue> {
  for (const route of routes) {
    const name = String(route);
    const found = name.endsWith('*') ? known.some((one) => one.startsWith(name.slice(0, -1))) : known.includes(name);
    if (found) continue;
    const reason = `The route or operation ${JSON.stringify(route)} does not exist, so the limit has no effect`;
    yield issue('ORIEL_CONFIG_LIMIT_ROUTES', `${path}.routes`, reason, suggest(name, known));
  }
}

function suggest(name: string, known: readonly string[]): string {
  const groups = known.flatMap((one) => (one.includes('.') ? [`${one.slice(0, one.lastIndexOf('.'))}.*`] : []));
  const near = didYouMean(name, name.endsWith('*') ? [...new Set(groups)] : known);
  return near === undefined ? `Use one of ${known.join(', ') || 'none'}` : `Did you mean "${near}"?`;
}

const LIMIT = group(LIMIT_SETTINGS, { code: 'ORIEL_CONFIG_LIMIT', fix: "Use { limit: 600, per: '1 min' }" });
const NAMED_LIMIT = group(NAMED_LIMIT_SETTINGS, {
  code: 'ORIEL_CONFIG_LIMIT',
  fix: "Use { name: 'all', limit: 600, per: '1 min' }",
});

/** Reports issues of `rateLimits`. Whether the named routes exist is checked when all routes are known. */
export function* validateRateLimits({ rateLimits }: LimitedConfig): Generator<ConfigIssue> {
  if (rateLimits === undefined) return;
  const limits: unknown =
    typeof rateLimits === 'object' && rateLimits !== null ? (limitSettings(rateLimits).limits ?? []) : undefined;
  if (!Array.isArray(limits)) {
    const fix = "rateLimits: [{ name: 'all', limit: 600, per: '1 min' }]";
    return yield issue('ORIEL_CONFIG_LIMITS', 'rateLimits', `It is ${formatValue(rateLimits)}`, fix);
  }
  if (!Array.isArray(rateLimits)) yield* validateSettings(RATE_LIMIT_SETTINGS, rateLimits, 'rateLimits.');
  const names = new Set<unknown>();
  for (const [index, limit] of (limits as readonly (Partial<RateLimit> | null)[]).entries()) {
    yield* NAMED_LIMIT.validate(`rateLimits[${index}]`, limit ?? null);
    const name = limit?.name;
    if (names.has(name)) {
      const reason = `Two limits have the name "${name}" and would share their counts`;
      yield issue('ORIEL_CONFIG_LIMIT_NAME', `rateLimits[${index}].name`, reason, 'Rename one of them');
    }
    if (name !== undefined) names.add(name);
  }
}
