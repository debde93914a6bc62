import { isLoopbackName } from '../../core/http/authority.ts';
import { Limiter, ruleOf, tooMany } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { addressKey } from '../../core/server/address-key.ts';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { Logger } from '../../core/trace/logger.ts';
import type { SessionConfig } from './session-config.ts';
import type { SessionSurroundings } from './sessions.ts';
import { createStoreErrorReporter } from '../../core/trace/store-error-reporter.ts';

/**
 * Returns what bounds the sessions without a user that one address may start, in the store of the rate limits. Otherwise one
 * client could fill the storage of sessions with requests that no login precedes.
 */
export function limitAnonymousSessions(
  { anonymous }: SessionConfig,
  rateLimits: RateLimitConfig | undefined,
  logger: Logger,
): SessionSurroundings['onStart'] {
  if (anonymous === false) return undefined;
  const rule = ruleOf({ name: 'anonymous sessions', ...DEFAULT, ...anonymous });
  const { store = new MemoryLimitStore({ most: MOST_KEPT }) } = limitSettings(rateLimits ?? []);
  const limiter = new Limiter({ store, failure: 'open' }, createStoreErrorReporter(logger, 'Sessions'));
  return async ({ ip }, values) => {
    // A proxy on this machine that is not listed in `proxies` speaks for every client, and so does an adapter without peers.
    if (values.has('@user') || (anonymous === undefined && (ip === 'unknown' || isLoopbackName(nameOf(ip))))) return;
    const { taken } = await limiter.count(addressKey(ip), rule);
    if (taken?.allowed === false) throw tooMany(taken);
  };
}

function nameOf(ip: string): string {
  return ip.includes(':') ? `[${ip}]` : ip;
}

const DEFAULT = { limit: 1_000, per: 600 };
const MOST_KEPT = 20_000;
