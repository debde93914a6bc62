import { once } from 'node:events';
import { connect } from 'node:net';
import { skipReason } from '../../lib/skip-reason.ts';

/** The Redis server of the tests. */
export const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Returns why tests with Redis are skipped; false if the server is reachable. */
export async function whyNoRedis(): Promise<string | false> {
  const { hostname, port } = new URL(REDIS_URL);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return skipReason('Redis', 'REDIS_URL', error);
  } finally {
    socket.end();
  }
}
