import { connect } from 'node:net';

/** The Redis server of the tests. */
export const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Returns why tests with Redis are skipped; false if the server is reachable. */
export async function whyNoRedis(): Promise<string | false> {
  const { hostname, port } = new URL(REDIS_URL);
  const isReachable = await new Promise((resolve) => {
    const socket = connect(Number(port || 6379), hostname, () => resolve(socket.end() !== undefined));
    socket.on('error', () => resolve(false));
  });
  return isReachable ? false : `no Redis on ${REDIS_URL}`;
}
