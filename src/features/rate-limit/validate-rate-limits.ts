import type { RateLimit, RateLimitSettings } from './rate-limit.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { validateLimit } from './validate-limit.ts';
import { validatePerProcess, validateLimitStore } from './validate-limit-store.ts';
import type { LimitedConfig } from './has-limits.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong with `rateLimits`; whether there is what they name shows when all routes are known. */
export function* validateRateLimits({ rateLimits }: LimitedConfig): Generator<ConfigIssue> {
  if (rateLimits === undefined) return;
  const settings = (Array.isArray(rateLimits) ? { limits: rateLimits } : rateLimits) as RateLimitSettings | null;
  const limits = typeof settings === 'object' && settings !== null ? (settings.limits ?? []) : undefined;
  if (!Array.isArray(limits)) {
    yield issue(
      'ORIEL_CONFIG_LIMITS',
      'rateLimits',
      `It is ${formatValue(rateLimits)}`,
      "rateLimits: [{ name: 'all', limit: 600, per: 60 }]",
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
    yield* wrongName(place, limit, names.has(limit.name));
    names.add(limit.name);
  }
}

function* wrongName(place: string, { name, routes }: RateLimit, twice: boolean): Generator<ConfigIssue> {
  if (typeof name !== 'string' || !/^[\w.-]{1,60}$/.test(name))
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `${formatValue(name)} is no name`,
      "Take letters, digits, -, _ and points, as in 'login'",
    );
  else if (twice)
    yield issue(
      'ORIEL_CONFIG_LIMIT_NAME',
      `${place}.name`,
      `There are two limits "${name}", which would count together`,
      'Name one of them otherwise',
    );
  if (routes !== undefined && (!Array.isArray(routes) || routes.length === 0))
    yield issue(
      'ORIEL_CONFIG_LIMIT_ROUTES',
      `${place}.routes`,
      `It is ${formatValue(routes)}`,
      "Name routes: ['login', 'cities.*'], or leave it out for all",
    );
}
