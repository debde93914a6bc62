import { LimitedLogins } from '../security/index.ts';
import type { LoginThrottle, SecurityConfig } from '../security/index.ts';
import { Limiter, MemoryLimitStore, limitSettings } from '../security/limits/index.ts';
import type { RateLimitConfig } from '../security/limits/index.ts';
import type { Logger } from '../trace/index.ts';
import { storeTrouble } from './store-trouble.ts';

/** What counts attempts to log in: in the store of the rate limits, unless it has one of its own. */
export function createLoginThrottle(
  throttle: SecurityConfig['throttle'],
  rateLimits: RateLimitConfig | undefined,
  logger: Logger,
): LoginThrottle {
  if (throttle === false) return UNLIMITED;
  const { store = limitSettings(rateLimits ?? []).store, failure = 'closed', timeout = 250 } = throttle ?? {};
  const limiter = new Limiter(
    { store: store ?? new MemoryLimitStore({ most: MOST_KEPT }), failure, timeout },
    storeTrouble(logger, 'Logins'),
  );
  return new LimitedLogins(limiter, throttle);
}

const UNLIMITED: LoginThrottle = { attempt() {}, succeeded() {} };
const MOST_KEPT = 20_000;
