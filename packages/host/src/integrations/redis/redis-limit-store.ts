import { assertKnownNames } from 'oriel-core/http';
import type { LimitRule, LimitStore, Taken } from '../../features/rate-limit/rate-limit.ts';
import { redisScript } from './redis-client.ts';
import type { RedisClient } from './redis-client.ts';
import { PEERS } from '../../peer-packages.ts';

/**
 * Returns a rate limit store in Redis, shared by all processes. Each request runs one script, so that checking and counting
 * are atomic; the clock is that of the Redis server.
 *
 * @param client a client of the package `redis`; it is connected at its first use if necessary
 * @param options settings of the keys
 * @param options.prefix the prefix of every key. Default `oriel:limit:`
 *
 * @example
 * ```ts no-run
 * import { createClient } from 'redis';
 * import { redisLimitStore } from 'oriel-host/redis';
 * const client = createClient({ url: 'redis://127.0.0.1:6379' });
 * redisLimitStore(client);
 * ```
 */
export function redisLimitStore(client: RedisClient, options: { readonly prefix?: string } = {}): LimitStore {
  PEERS.checkVersion('redis', 'redisLimitStore()');
  assertKnownNames(Object.keys(options), ['prefix'], 'option of redisLimitStore');
  const { prefix = 'oriel:limit:' } = options;
  return {
    shared: true,
    async take(key: string, { limit, per }: LimitRule): Promise<Taken> {
      const reply = await SCRIPT(client, prefix + key, [String(limit), String(per)]);
      const [allowed, remaining, reset] = (reply as (number | string)[]).map(Number);
      return { allowed: allowed === 1, remaining: remaining!, reset: reset! };
    },
    async giveBack(key: string, _rule: LimitRule, count: number): Promise<void> {
      await GIVE_BACK(client, prefix + key, [String(count)]);
    },
  };
}

// The same algorithm as `count` of the feature rate-limit, where it is explained.
const SCRIPT = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, per, key = tonumber(ARGV[1]), tonumber(ARGV[2]), KEYS[1]
local parts = 10
local width = per / parts
local known = redis.call('HGETALL', key)
local part = math.floor(now / width)
for i = 1, #known, 2 do part = math.max(part, tonumber(known[i])) end
local used, oldest = 0, part
for i = 1, #known, 2 do
  local at = tonumber(known[i])
  if at < part - parts then
    redis.call('HDEL', key, known[i])
  else
    used = used + tonumber(known[i + 1])
    oldest = math.min(oldest, at)
  end
end
local allowed = 0
if used < limit then
  allowed = 1
  used = used + 1
  redis.call('HINCRBY', key, string.format('%.0f', part), 1)
  redis.call('PEXPIRE', key, math.ceil(per + width))
end
return { allowed, limit - used, math.ceil(math.min((parts + 1) * width, math.max(0, (oldest + parts + 1) * width - now))) }
`);

// Releases from the newest parts first. Expired counts are not created again.
const GIVE_BACK = redisScript(`
local left, key = tonumber(ARGV[1]), KEYS[1]
local known = redis.call('HGETALL', key)
local parts = {}
for i = 1, #known, 2 do parts[#parts + 1] = { known[i], tonumber(known[i + 1]) } end
table.sort(parts, function (one, other) return tonumber(one[1]) > tonumber(other[1]) end)
for _, part in ipairs(parts) do
  local taken = math.min(part[2], left)
  if taken > 0 then redis.call('HINCRBY', key, part[1], -taken) end
  left = left - taken
end
return 0
`);
