import type { DurationRange } from 'oriel-core/http';
import type { RequestLimit } from '../../http/request-limit.ts';
import { validateDuration, validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { RateLimitSettings, RateLimit } from './rate-limit.ts';
import type { LimitedConfig } from './has-limits.ts';

/** The periods of limits. The headers have them in whole seconds. */
export const LIMIT_PERIOD: DurationRange = { minimum: 1_000, maximum: 365 * 86_400_000, wholeSeconds: true };

/** Reports issues of a limit. @param further additional keys that are valid at this place */
export function* validateLimit(place: string, limit: unknown, further: readonly string[] = []): Generator<ConfigIssue> {
  if (typeof limit !== 'object' || limit === null || Array.isArray(limit)) {
    const fix = `Use { ${further.includes('name') ? "name: 'all', " : ''}limit: 600, per: '1 min' }`;
    return yield issue('ORIEL_CONFIG_LIMIT', place, `It is ${formatValue(limit)}`, fix);
  }
  yield* validateUnknownKeys(limit, [...further, 'limit', 'per', 'algorithm', 'by'], `${place}.`);
  const { limit: most, per, algorithm, by } = limit as Partial<RequestLimit>;
  if (!isWhole(most, 1, 1e9))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NUMBER',
      `${place}.limit`,
      `It is ${formatValue(most)}`,
      'Use a whole number of requests, at least 1',
    );
  yield* validateDuration(`${place}.per`, per ?? null, LIMIT_PERIOD);
  const choices: [string, unknown, readonly string[]][] = [
    ['algorithm', algorithm, ['sliding-window', 'fixed-window', 'token-bucket']],
    ['by', by, ['address', 'user']],
  ];
  for (const [name, value, allowed] of choices)
    if (value !== undefined && !allowed.includes(value as string))
      yield issue(
        'ORIEL_CONFIG_CHOICE',
        `${place}.${name}`,
        `${formatValue(value)} is not a valid value`,
        `Use ${allowed.join(' or ')}`,
      );
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Reports a value of `perProcess` that is not a boolean. */
export function* validatePerProcess(perProcess: unknown, place: string): Generator<ConfigIssue> {
  if (perProcess === undefined || typeof perProcess === 'boolean') return;
  yield issue(
    'ORIEL_CONFIG_CHOICE',
    `${place}.perProcess`,
    `${formatValue(perProcess)} is not a boolean`,
    'Use true or false',
  );
}

/** Reports invalid settings of the store, its failure mode and its timeout. */
export function* validateLimitStore(
  { store, failure, timeout }: RateLimitSettings,
  place: string,
): Generator<ConfigIssue> {
  if (store !== undefined && typeof store?.take !== 'function')
    yield issue(
      'ORIEL_CONFIG_LIMIT_STORE',
      `${place}.store`,
      `It is ${formatValue(store)}`,
      'Use a LimitStore such as redisLimitStore(client), or remove it to count in memory',
    );
  if (failure !== undefined && failure !== 'open' && failure !== 'closed')
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      `${place}.failure`,
      `${formatValue(failure)} is not a valid value`,
      'Use "open" or "closed"',
    );
  yield* validateDuration(`${place}.timeout`, timeout, { minimum: 1, maximum: 60_000 });
}

/** Reports issues of `rateLimits`. Whether the named routes exist is checked when all routes are known. */
export function* validateRateLimits({ rateLimits }: LimitedConfig): Generator<ConfigIssue> {
  if (rateLimits === undefined) return;
  const settings = (Array.isArray(rateLimits) ? { limits: rateLimits } : rateLimits) as RateLimitSettings | null;
  const limits = typeof settings === 'object' && settings !== null ? (settings.limits ?? []) : undefined;
  if (!Array.isArray(limits)) {
    yield issue(
      'ORIEL_CONFIG_LIMITS',
      'rateLimits',
      `It is ${formatValue(rateLimits)}`,
      "rateLimits: [{ name: 'all', limit: 600, per: '1 min' }]",
    );
    return;
  }
  if (!Array.isArray(rateLimits)) {
    yield* validateUnknownKeys(
      settings as RateLimitSettings,
      ['limits', 'store', 'failure', 'timeout', 'perProcess'],
      'rateLimits.',
    );
    yield* validateLimitStore(settings as RateLimitSettings, 'rateLimits');
    yield* validatePerProcess((settings as RateLimitSettings).perProcess, 'rateLimits');
  }
  const names = new Set<unknown>();
  for (const [index, limit] of limits.entries()) {
    const place = `rateLimits[${index}]`;
    yield* validateLimit(place, limit, ['name', 'routes']);
    if (typeof limit !== 'object' || limit === null) continue;
    yield* validateName(place, limit, names.has(limit.name));
    names.add(limit.name);
  }
}

function* validateName(place: string, { name, routes }: RateLimit, twice: boolean): Generator<ConfigIssue> {
  if (typeof name !== 'string' || !/^[\w.-]{1,60}$/.test(name))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `${formatValue(name)} is not a valid name`,
      "Use letters, digits, '-', '_' and '.', such as 'login'",
    );
  else if (twice)
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `Two limits have the name "${name}" and would share their counts`,
      'Rename one of them',
    );
  if (routes !== undefined && (!Array.isArray(routes) || routes.length === 0))
    yield issue(
      'ORIEL_CONFIG_LIMIT_ROUTES',
      `${place}.routes`,
      `It is ${formatValue(routes)}`,
      "List routes, such as ['login', 'cities.*'], or remove it for all routes",
    );
}
