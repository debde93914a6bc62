export { redisLimitStore } from './redis-limit-store.ts';
export type { RedisClient, RedisScriptOptions } from './redis-script.ts';
export { redisSessionStorage } from './redis-session-storage.ts';
