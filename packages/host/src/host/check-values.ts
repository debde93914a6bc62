import { validateDuration, issue, formatValue } from 'oriel-core/configuration';
import { LONGEST_TIMER, parseAuthority } from 'oriel-core/http';
import { isDurationLimit, DEFAULT_BODY_LIMIT } from '../server/server-options.ts';
import { LEVELS } from 'oriel-core/trace';
import type { Migrations } from '../configuration/migrations.ts';
import type { HostConfig } from './config.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { RouteDeclaration } from '../routes/route.ts';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { OperationOptions } from '../features/resources/declare/operation-definition.ts';

/** Reports durations and numbers that are invalid. */
export function* validateNumbers(config: HostConfig): Generator<ConfigIssue> {
  yield* validateDuration('gracePeriod', config.gracePeriod, { maximum: LONGEST_TIMER });
  for (const [name, value] of Object.entries(config.limits ?? {})) {
    const place = `limits.${name}`;
    if (name === 'time' || isDurationLimit(name)) yield* validateDuration(place, value, { maximum: LONGEST_TIMER });
    else if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      yield issue('ORIEL_CONFIG_NUMBER', place, `It is ${formatValue(value)}`, 'Set a whole number of zero or more');
  }
}

/** Reports settings that are not one of their choices. */
export function* validateChoices(config: HostConfig): Generator<ConfigIssue> {
  const log = config.log === false ? undefined : config.log;
  const choices: [string, unknown, readonly unknown[]][] = [
    ['access', config.access, ['public']],
    ['query', config.query, ['strict', 'lenient']],
    ['hosts.www', config.hosts?.www, ['serve', 'add', 'remove']],
    ['hosts.unknown', config.hosts?.unknown, [400, 421]],
    ['log.level', log?.level, [...LEVELS, 'none']],
  ];
  for (const [place, value, allowed] of choices) {
    if (value === undefined || allowed.includes(value)) continue;
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      place,
      `${formatValue(value)} is not a choice`,
      `Choose ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`,
    );
  }
}

/** Reports migrations that `oriel-host migrate` cannot run. */
export function* validateMigrations({ migrations }: HostConfig): Generator<ConfigIssue> {
  if (migrations === undefined) return;
  const { list, migrate, revert } = (migrations ?? {}) as Partial<Record<keyof Migrations, unknown>>;
  if ([list, migrate, revert].every((each) => typeof each === 'function')) return;
  yield issue(
    'ORIEL_CONFIG_MIGRATIONS',
    'migrations',
    `It is ${formatValue(migrations)}`,
    "Pass the migrations and their database: migrations: sqlMigrations(database, { '2026-01-piers': { up, down } })",
  );
}

/** Reports host names that no request can have. */
export function* validateHosts({ hosts }: HostConfig): Generator<ConfigIssue> {
  if (hosts === undefined) return;
  if (!Array.isArray(hosts?.names) || hosts.names.length === 0) {
    yield issue(
      'ORIEL_CONFIG_HOSTS',
      'hosts.names',
      'It has no host names',
      "hosts: { names: ['example.com'] }, or omit hosts to serve any name",
    );
    return;
  }
  for (const [index, name] of hosts.names.entries()) {
    const place = `hosts.names[${index}]`;
    const bare = typeof name === 'string' ? name.replace(/^\*\./, '') : '';
    const authority = parseAuthority(bare);
    if (name === '*' || (authority?.port === undefined && authority?.name === bare)) continue;
    yield issue(
      'ORIEL_CONFIG_HOST_NAME',
      place,
      `${JSON.stringify(name)} is not a host name`,
      'Write it in lower case, without scheme, port and path; *.example.com matches all subdomains',
    );
  }
}

/** Body limits of routes and operations that are invalid, and file sizes that the body limit does not allow. */
export function* validateBodyLimits({ routes = [], resources = [], limits }: HostConfig): Generator<ConfigIssue> {
  if (!Array.isArray(routes) || !Array.isArray(resources)) return;
  const ofHost = typeof limits?.body === 'number' ? limits.body : DEFAULT_BODY_LIMIT;
  for (const [index, route] of routes.entries()) {
    yield* invalidTags(route, index);
    const limit: unknown = route?.options?.bodyLimit;
    yield* invalidLimit(`routes[${index}] "${route?.name}".bodyLimit`, limit, route?.at);
  }
  for (const [index, resource] of (resources as readonly AnyResource[]).entries()) {
    const { operations = {}, custom = {} } = resource?.definition ?? {};
    const kinds = { operations, custom } as Readonly<Record<string, Record<string, OperationOptions | undefined>>>;
    for (const [kind, each] of Object.entries(kinds)) {
      for (const [name, options] of Object.entries(each)) {
        const place = `resources[${index}] "${resource.name}".${kind}.${name}`;
        yield* invalidLimit(`${place}.bodyLimit`, options?.bodyLimit, resource.at);
        yield* tooLargeFiles(place, options, ofHost, resource.at);
      }
    }
  }
}

function* invalidLimit(place: string, limit: unknown, at: ConfigIssue['at']): Generator<ConfigIssue> {
  if (limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return;
  const found = issue('ORIEL_CONFIG_BODY_LIMIT', place, `It is ${formatValue(limit)}`, 'Use a whole number of bytes');
  yield { ...found, at };
}

function* tooLargeFiles(
  place: string,
  options: OperationOptions | undefined,
  ofHost: number,
  at: ConfigIssue['at'],
): Generator<ConfigIssue> {
  const { uploads, bodyLimit = ofHost } = options ?? {};
  const fileSize = typeof uploads === 'object' ? uploads?.fileSize : undefined;
  if (typeof fileSize !== 'number' || !(fileSize > bodyLimit)) return;
  const reason = `Files may have ${fileSize} bytes, but the whole body only ${bodyLimit}`;
  const fix = `Set bodyLimit of the operation to more than ${fileSize}, or a smaller fileSize`;
  yield { ...issue('ORIEL_CONFIG_FILE_SIZE', `${place}.uploads.fileSize`, reason, fix), at };
}

function* invalidTags(route: RouteDeclaration | undefined, index: number): Generator<ConfigIssue> {
  const tags: unknown = route?.options?.tags;
  if (tags === undefined) return;
  const isName = (name: unknown): boolean => typeof name === 'string' && name.trim() !== '';
  const isTag = (tag: { readonly name?: unknown; readonly description?: unknown } | null): boolean =>
    isName(tag) || (typeof tag === 'object' && isName(tag?.name) && isName(tag?.description));
  if (Array.isArray(tags) && tags.every(isTag)) return;
  const fix =
    "List names, or names with a description: tags: ['admin', { name: 'reports', description: 'Reports of a day.' }]";
  const place = `routes[${index}] "${route?.name}".tags`;
  yield { ...issue('ORIEL_ROUTE_TAGS', place, `It is ${JSON.stringify(tags)?.slice(0, 80)}`, fix), at: route?.at };
}
