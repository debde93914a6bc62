/** Serves a host that shares its state with other processes. Reads the URL of PostgreSQL from `DATABASE` and the prefix from `PREFIX`. */
import { Kysely, PostgresDialect } from 'kysely';
import { defineHost, resource, route } from 'oriel-host';
import { sqlStore, tracedDialect } from 'oriel-host/kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { REDIS_URL } from '../contracts/redis.ts';
import { SECRET } from '../hub/test-hub.ts';

const pool = new Pool({ connectionString: process.env['DATABASE']! });
const database = new Kysely<{ notes: { id: string; text: string } }>({
  dialect: tracedDialect(new PostgresDialect({ pool })),
});
const notes = resource('notes', z.object({ id: z.string(), text: z.string() }), {
  id: 'id',
  store: sqlStore(database, 'notes'),
  idempotency: 'accept',
});
const host = defineHost({
  instances: 'many',
  secret: SECRET,
  access: 'public',
  state: { database, redis: REDIS_URL, prefix: process.env['PREFIX']! },
  resources: [notes],
  sessions: {},
  rateLimits: [{ name: 'limited', limit: 10, per: '1 h', routes: ['limited'] }],
  hub: { secret: SECRET, anonymous: true, publicUrl: 'http://localhost/.well-known/mercure' },
  routes: [
    route('add', 'GET /add/{what}', {
      handle: async ({ params, session }) => ({
        cart: await session.update('cart', (list) => [...((list as string[]) ?? []), params.what]),
      }),
    }),
    route('cart', 'GET /cart', { handle: async ({ session }) => ({ cart: await session.get('cart') }) }),
    route('limited', 'GET /limited', { handle: () => ({}) }),
    route('process', 'GET /process', { handle: () => ({ id: process.pid }) }),
  ],
  log: false,
});
const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
process.send!(port);
