import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { found, HELLO, LARGE, mark, note, parts, sizeOf, slowParts, throwLater, throwSync } from '../lib/answers.mjs';
import { userOf, ZIPPED } from '../lib/answers.mjs';

/** An application of Hono on `@hono/node-server`. */
const app = new Hono();
app.use(async function measure(_context, next) {
  await next();
});
app.use(async function authenticate(context, next) {
  context.set('user', userOf(context.req.header('authorization')));
  await next();
});
app.get('/hello', function sayHello(context) {
  return context.json(HELLO);
});
app.get('/users/:id', (context) => context.json({ id: context.req.param('id') }));
const shop = new Hono();
shop.get('/items/:item', ({ req, json }) => json({ shop: req.param('shop'), item: req.param('item') }));
shop.onError((_error, context) => context.text('the shop failed', 500));
app.route('/shops/:shop', shop);
app.get('/search', (context) => context.json(found(context.req.query())));
app.post('/json', async (context) => context.json({ city: (await context.req.json()).city }));
app.post('/note', async (context) => context.json(note(await context.req.json(), context.env.outgoing)));
app.post('/form', async (context) => context.json({ city: (await context.req.parseBody()).city }));
app.get('/throw', throwSync);
app.get('/reject', throwLater);
app.get('/teapot', () => {
  throw Object.assign(new Error('planned: teapot'), { status: 418 });
});
app.get('/stream', (context) => stream(context, (body) => writeAll(body, parts())));
app.get('/slow', (context) => stream(context, (body) => writeAll(body, slowParts())));
app.get('/empty', (context) => context.body(null, 204));
app.get('/redirect', (context) => context.redirect('/hello'));
app.get('/large', (context) => context.text(LARGE));
app.post('/upload', async (context) => context.json({ bytes: await sizeOf(context.req.raw.body) }));
app.get('/gzip', (context) =>
  context.body(ZIPPED, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
);
app.get('/account', (context) => context.json(context.get('user') ?? null));
app.get('/mark', async (context) => context.json(await mark(context.req.query('id'), context.env.outgoing)));
app.onError((error, context) => context.text(error.message, error.status ?? 500));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`listening on ${port}`));

async function writeAll(body, chunks) {
  for await (const chunk of chunks) await body.write(chunk);
}
