export { addressKey } from './address-key.ts';
export { count, freshState, lifetime } from './count.ts';
export type { LimitState } from './count.ts';
export { becauseOf, countedOf, keepCounted, outcomeOf, remember } from './counted.ts';
export type { CountedFor } from './counted.ts';
export { limitField, policyField } from './limit-headers.ts';
export { Limiter, ruleOf, secondsOf, tooMany } from './limiter.ts';
export type { Counted } from './limiter.ts';
export { MemoryLimitStore } from './memory-limit-store.ts';
export { limitSettings } from './rate-limit.ts';
export type {
  LimitAlgorithm,
  LimitRule,
  LimitStore,
  RateLimit,
  RateLimitConfig,
  RateLimitSettings,
  Taken,
} from './rate-limit.ts';
