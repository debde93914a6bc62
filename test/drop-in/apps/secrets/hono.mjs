import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { respond } from './respond.mjs';

const app = new Hono();
app.all('*', async ({ req, set }) => {
  const { pathname, search } = new URL(req.url);
  const body = Buffer.from(await req.arrayBuffer());
  const result = await respond({ path: pathname + search, headers: req.header(), body });
  set('user', result.user);
  return new Response(result.body, { status: result.status, headers: result.headers });
});
app.onError(() => new Response('failed', { status: 500 }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`listening on ${port}`));
