import { assertKnownNames } from 'oriel-core/http';
import type { SessionStorage, StoredSession } from '../../features/session/session-storage.ts';
import { redisScript } from './redis-client.ts';
import type { RedisClient, RunScript } from './redis-client.ts';
import { PEERS } from '../../peer-packages.ts';

/**
 * Returns a session storage in Redis, which removes sessions when they expire. Each session has one key, so a cluster works
 * as well.
 *
 * @param client a client of the package `redis`; it is connected at its first use if necessary. With `disableOfflineQueue: true`, commands
 *   fail at once while the server is not available
 *
 * @example
 * ```ts no-run
 * import { defineHost } from 'oriel-host';
 * import { redisSessionStorage } from 'oriel-host/redis';
 * import { createClient } from 'redis';
 * const redis = createClient({ disableOfflineQueue: true }).on('error', (error) => console.error(error));
 * export default defineHost({ sessions: { storage: redisSessionStorage(redis) }, onClose: async () => { if (redis.isOpen) await redis.close(); } });
 * ```
 */
export function redisSessionStorage(client: RedisClient, options: { readonly prefix?: string } = {}): SessionStorage {
  PEERS.checkVersion('redis', 'redisSessionStorage()');
  assertKnownNames(Object.keys(options), ['prefix'], 'option of redisSessionStorage');
  const { prefix = 'oriel:session:' } = options;
  const run = (script: RunScript, key: string, values?: string[]) => script(client, prefix + key, values);
  return {
    shared: true,
    async read(key) {
      const found = (await run(READ, key)) as readonly (string | null)[] | null;
      const [version, data, created, used] = found ?? [];
      if (version == null || data == null) return undefined;
      return { version: Number(version), data, created: Number(created), used: Number(used) };
    },
    async create(key, session, until) {
      await run(CREATE, key, getFields(session, until));
    },
    replace: async (key, version, session, until) =>
      (await run(REPLACE, key, [...getFields(session, until), String(version)])) === 1,
    async touch(key, used, until) {
      await run(TOUCH, key, [String(used), getLifetime(until)]);
    },
    remove: async (key, version) => (await run(REMOVE, key, [version === undefined ? '' : String(version)])) === 1,
  };
}

function getFields({ version, data, created, used }: StoredSession, until: number): string[] {
  return [String(version), data, String(created), String(used), getLifetime(until)];
}

// A lifetime instead of a time, because the clock of Redis may differ from that of this machine.
function getLifetime(until: number): string {
  return String(Math.ceil(until - Date.now()));
}

// Scripts are atomic in Redis: the session cannot change between the version check and the write.
const KEEP = `
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'data', ARGV[2], 'created', ARGV[3], 'used', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`;
const READ = redisScript(`return redis.call('HMGET', KEYS[1], 'version', 'data', 'created', 'used')`);
const CREATE = redisScript(KEEP);
const REPLACE = redisScript(`if redis.call('HGET', KEYS[1], 'version') ~= ARGV[6] then return 0 end${KEEP}`);
const TOUCH = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'used', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`);
const REMOVE = redisScript(`
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`);
