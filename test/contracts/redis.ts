import { createClient } from 'redis';
import { skipReason } from '../lib/skip-reason.ts';

/** The URL of the Redis server used by the tests. */
export const REDIS_URL = process.env['REDIS_TEST_URL'] ?? 'redis://127.0.0.1:6379';

/** Returns a Redis for tests, or the reason to skip them. The keys of a test file start with `prefix` and are removed afterwards. */
export async function connectRedis(name: string) {
  const prefix = `oriel-test:${name}:${process.pid}:`;
  const client = createClient({
    url: REDIS_URL,
    name: prefix,
    disableOfflineQueue: true,
    // A busy machine may take a while. Without a server, the connection is refused at once.
    socket: { connectTimeout: 20_000, reconnectStrategy: false },
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return { client, prefix, skip: skipReason('Redis', 'REDIS_TEST_URL', error), close: async () => {} };
  }
  const close = async (): Promise<void> => {
    for await (const keys of client.scanIterator({ MATCH: `${prefix}*` })) if (keys.length > 0) await client.del(keys);
    await client.close();
  };
  return { client, prefix, skip: false as const, close };
}

/** Closes all other connections of this test file's clients and returns their number. */
export async function breakOthers({
  client,
  prefix,
}: Pick<Awaited<ReturnType<typeof connectRedis>>, 'client' | 'prefix'>) {
  const clientId = await client.clientId();
  const others = (await client.clientList()).filter(({ id, name }) => name === prefix && id !== clientId);
  for (const { id } of others) await client.sendCommand(['CLIENT', 'KILL', 'ID', String(id)]);
  return others.length;
}
