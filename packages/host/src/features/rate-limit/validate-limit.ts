import { formatValue, group, issue, validateSettings } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { LIMIT_SETTINGS } from '../../http/request-limit.ts';
import { NAMED_LIMIT_SETTINGS, RATE_LIMIT_SETTINGS, limitSettings } from './rate-limit.ts';
import type { RateLimit } from './rate-limit.ts';
import type { LimitedConfig } from './has-limits.ts';

/** A limit of a route or an operation. */
export const LIMIT = group(LIMIT_SETTINGS, { code: 'ORIEL_CONFIG_LIMIT', fix: "Use { limit: 600, per: '1 min' }" });
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
