/** The public API of `oriel-host/redis`. @module */
export { redisLimitStore } from './redis-limit-store.ts';
export { redisHubTransport } from './redis-hub-transport.ts';
export type { RedisClient } from './redis-client.ts';
export { redisSessionStorage } from './redis-session-storage.ts';
export type { RedisHubOptions } from './redis-hub-transport.ts';
export type { RedisScriptOptions } from './redis-client.ts';
