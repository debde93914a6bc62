import type { RateLimit, RateLimitSettings } from '../security/limits/index.ts';
import { strangers } from './check-keys.ts';
import type { HostConfig } from './config.ts';
import { issue, shown } from './config-errors.ts';
import type { ConfigIssue } from './config-errors.ts';

/** Limits that limit nothing, or nobody can read. */
export function* wrongLimits({ rateLimits, routes, resources }: HostConfig): Generator<ConfigIssue> {
  if (rateLimits === undefined) return;
  const settings = (Array.isArray(rateLimits) ? { limits: rateLimits } : rateLimits) as RateLimitSettings | null;
  if (!Array.isArray(settings?.limits)) {
    yield issue(
      'ORIEL_CONFIG_LIMITS',
      'rateLimits',
      `It is ${shown(rateLimits)}`,
      "rateLimits: [{ name: 'all', limit: 600, per: 60 }]",
    );
    return;
  }
  if (!Array.isArray(rateLimits)) yield* wrongSettings(settings);
  const names = new Set<unknown>();
  const known = (Array.isArray(routes) ? routes : []).map(({ name }) => String(name));
  for (const [index, limit] of settings.limits.entries()) {
    const place = `rateLimits[${index}]`;
    if (typeof limit !== 'object' || limit === null) {
      yield issue('ORIEL_CONFIG_LIMIT', place, `It is ${shown(limit)}`, "Write { name: 'all', limit: 600, per: 60 }");
      continue;
    }
    yield* wrongLimit(place, limit, names.has(limit.name));
    names.add(limit.name);
    // Operations have their names from resources, which are looked at elsewhere.
    if (resources === undefined) yield* missedRoutes(place, limit, known);
  }
}

function* wrongSettings(settings: RateLimitSettings): Generator<ConfigIssue> {
  yield* strangers(settings, ['limits', 'store', 'failure', 'timeout'], 'rateLimits.');
  const { store, failure, timeout } = settings;
  if (store !== undefined && typeof (store as { take?: unknown } | null)?.take !== 'function')
    yield issue(
      'ORIEL_CONFIG_LIMIT_STORE',
      'rateLimits.store',
      `It is ${shown(store)}`,
      'Give a LimitStore, or leave it out for memory',
    );
  if (failure !== undefined && failure !== 'open' && failure !== 'closed')
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      'rateLimits.failure',
      `${shown(failure)} is not a choice`,
      'Choose "open" or "closed"',
    );
  if (timeout !== undefined && !isWhole(timeout, 1, 60_000))
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      'rateLimits.timeout',
      `It is ${shown(timeout)}`,
      'Give milliseconds from 1 to 60000',
    );
}

function* wrongLimit(place: string, limit: RateLimit, twice: boolean): Generator<ConfigIssue> {
  yield* strangers(limit, ['name', 'limit', 'per', 'algorithm', 'by', 'routes'], `${place}.`);
  if (typeof limit.name !== 'string' || !/^[\w.-]{1,60}$/.test(limit.name))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `${shown(limit.name)} is no name`,
      "Take letters, digits, -, _ and points, as in 'login'",
    );
  else if (twice)
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `There are two limits "${limit.name}", which would count together`,
      'Name one of them otherwise',
    );
  if (!isWhole(limit.limit, 1, 1e9))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NUMBER',
      `${place}.limit`,
      `It is ${shown(limit.limit)}`,
      'Give a whole number of requests from 1 on',
    );
  if (!isWhole(limit.per, 1, 31_536_000))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NUMBER',
      `${place}.per`,
      `It is ${shown(limit.per)}`,
      'Give whole seconds, from 1 to those of a year',
    );
  const choices: [string, unknown, readonly string[]][] = [
    ['algorithm', limit.algorithm, ['sliding-window', 'fixed-window', 'token-bucket']],
    ['by', limit.by, ['address', 'user']],
  ];
  for (const [name, value, allowed] of choices)
    if (value !== undefined && !allowed.includes(value as string))
      yield issue(
        'ORIEL_CONFIG_CHOICE',
        `${place}.${name}`,
        `${shown(value)} is not a choice`,
        `Choose ${allowed.join(' or ')}`,
      );
  if (limit.routes !== undefined && (!Array.isArray(limit.routes) || limit.routes.length === 0))
    yield issue(
      'ORIEL_CONFIG_LIMIT_ROUTES',
      `${place}.routes`,
      `It is ${shown(limit.routes)}`,
      "Name routes: ['login', 'cities.*'], or leave it out for all",
    );
}

function* missedRoutes(place: string, { routes }: RateLimit, known: readonly string[]): Generator<ConfigIssue> {
  for (const each of Array.isArray(routes) ? (routes as readonly unknown[]) : []) {
    const name = String(each);
    const found = name.endsWith('*') ? known.some((one) => one.startsWith(name.slice(0, -1))) : known.includes(name);
    if (!found)
      yield issue(
        'ORIEL_CONFIG_LIMIT_ROUTES',
        `${place}.routes`,
        `There is no route ${shown(each)}: it would limit nothing`,
        `Choose of ${known.join(', ') || 'none'}`,
      );
  }
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
