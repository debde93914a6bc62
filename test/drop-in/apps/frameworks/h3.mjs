import { getQuery, H3, HTTPError, readBody, redirect, serve } from 'h3';
import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, sizeOf, slowParts, throwLater, throwSync } from '../lib/answers.mjs';
import { userOf, ZIPPED } from '../lib/answers.mjs';

/** An application of h3 2. */
const app = new H3();
app.use(async function measure(_event, next) {
  return await next();
});
app.use(function authenticate(event) {
  event.context.user = userOf(event.req.headers.get('authorization'));
});
app.use('/admin/**', function onlyBelowAdmin() {
  throw new Error('this middleware is for another path');
});
app.get('/hello', function sayHello() {
  return HELLO;
});
app.get('/users/:id', (event) => ({ id: event.context.params.id }));
const shop = new H3();
shop.get('/items/:item', ({ context: { params } }) => ({ shop: params.shop, item: params.item }));
app.mount('/shops/:shop', shop);
app.get('/search', (event) => found(getQuery(event)));
app.post('/json', async (event) => ({ city: (await readBody(event)).city }));
app.post('/note', async (event) => note(await readBody(event), event.req.runtime.node.res));
app.post('/form', async (event) => ({ city: new URLSearchParams(await event.req.text()).get('city') }));
app.get('/throw', throwSync);
app.get('/reject', throwLater);
app.get('/teapot', () => {
  throw new HTTPError({ status: 418, message: 'planned: teapot' });
});
app.get('/stream', () => new Response(Readable.toWeb(Readable.from(parts()))));
app.get('/slow', () => new Response(Readable.toWeb(Readable.from(slowParts()))));
app.get('/empty', () => new Response(null, { status: 204 }));
app.get('/redirect', () => redirect('/hello'));
app.get('/large', () => LARGE);
app.post('/upload', async (event) => ({ bytes: await sizeOf(event.req.body) }));
app.get(
  '/gzip',
  () => new Response(ZIPPED, { headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' } }),
);
app.get('/account', (event) => event.context.user ?? null);
app.get('/mark', (event) => mark(getQuery(event).id, event.req.runtime.node.res));
const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true });
await server.ready();
console.log(`listening on ${new URL(server.url).port}`);
