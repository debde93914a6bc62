import { LimitedLogins } from './login-throttle.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { SecurityConfig } from './security-config.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { Logger } from '../../core/trace/logger.ts';
import { createStoreErrorReporter } from '../../core/trace/store-error-reporter.ts';

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
    createStoreErrorReporter(logger, 'Logins'),
  );
  return new LimitedLogins(limiter, throttle);
}

const UNLIMITED: LoginThrottle = { attempt() {}, succeeded() {} };
const MOST_KEPT = 20_000;
