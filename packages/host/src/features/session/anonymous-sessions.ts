import { isLoopbackName } from 'oriel-core/http';
import { Limiter, ruleOf, tooMany } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { addressKey } from 'oriel-core/node';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { Logger } from 'oriel-core/trace';
import { withDefaults } from 'oriel-core/configuration';
import { ANONYMOUS_SETTINGS } from './session-config.ts';
import type { SessionConfig } from './session-config.ts';
import type { SessionHooks } from './sessions.ts';
import { createStoreErrorReporter } from 'oriel-core/trace';

/**
 * Returns a function that limits the sessions without a user that one client address may start. It counts in the store
 * of the rate limits. Without the limit, one client could fill the session storage with requests that need no login.
 */
export function limitAnonymousSessions(
  { anonymous }: SessionConfig,
  rateLimits: RateLimitConfig | undefined,
  logger: Logger,
): SessionHooks['onStart'] {
  if (anonymous === false) return undefined;
  const { limit, per } = withDefaults(ANONYMOUS_SETTINGS, anonymous ?? {});
  const rule = ruleOf({ name: 'anonymous sessions', limit, per });
  const { store = new MemoryLimitStore({ most: MOST_KEPT }) } = limitSettings(rateLimits ?? []);
  const limiter = new Limiter({ store, failure: 'open' }, createStoreErrorReporter(logger, 'Sessions'));
  return async ({ ip }, values) => {
    // Behind a proxy that is not listed in `proxies`, all clients have the same address. Adapters without peers report
    // none.
    if (values.has('@user') || (anonymous === undefined && (ip === 'unknown' || isLoopbackName(nameOf(ip))))) return;
    const { taken } = await limiter.count(addressKey(ip), rule);
    if (taken?.allowed === false) throw tooMany(taken);
  };
}

function nameOf(ip: string): string {
  return ip.includes(':') ? `[${ip}]` : ip;
}

const MOST_KEPT = 20_000;
