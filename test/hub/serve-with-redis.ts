/** Serves a hub that shares its updates through Redis. Reads the port from `PORT` and the key of the stream from `KEY`. */
import { defineHost } from 'oriel-host';
import { redisHubTransport } from 'oriel-host/redis';
import { createClient } from 'redis';
import { REDIS_URL } from '../contracts/redis.ts';
import { SECRET } from './test-hub.ts';

const redis = createClient({ url: REDIS_URL, disableOfflineQueue: true }).on('error', () => {});
await redis.connect();
const transport = redisHubTransport(redis, { key: process.env['KEY']! });
const shared = { publicUrl: 'http://localhost/.well-known/mercure' };
const host = defineHost({
  hub: { secret: SECRET, anonymous: true, subscriptions: true, transport, ...shared },
  log: false,
});
const { port } = await host.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send!(port);
