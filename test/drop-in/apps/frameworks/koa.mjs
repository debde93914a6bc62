import Router from '@koa/router';
import Koa from 'koa';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, serve, sizeOf, slowParts, textOf } from '../lib/answers.mjs';
import { throwLater, throwSync, userOf, ZIPPED } from '../lib/answers.mjs';

/** An application of Koa with `@koa/router`. */
const app = new Koa();
app.use(async function measure(_context, next) {
  await next();
});
app.use(async function authenticate(context, next) {
  context.state.user = userOf(context.get('authorization'));
  await next();
});
const router = new Router();
router.use(async function limit(_context, next) {
  await next();
});
router.get('/hello', async function sayHello(context) {
  context.body = HELLO;
});
router.get('/users/:id', (context) => (context.body = { id: context.params.id }));
const shop = new Router();
shop.get('/items/:item', (context) => (context.body = { ...context.params }));
router.use('/shops/:shop', shop.routes());
router.get('/search', (context) => (context.body = found(context.query)));
router.post('/json', readJson, (context) => (context.body = { city: context.request.body.city }));
router.post('/note', readJson, (context) => (context.body = note(context.request.body, context.res)));
router.post('/form', async (context) => {
  context.body = { city: new URLSearchParams(await textOf(context.req)).get('city') };
});
router.get('/throw', throwSync);
router.get('/reject', throwLater);
router.get('/teapot', () => {
  throw Object.assign(new Error('planned: teapot'), { status: 418 });
});
router.get('/stream', (context) => {
  context.type = 'text/plain';
  context.body = Readable.from(parts());
});
router.get('/slow', (context) => {
  context.type = 'text/plain';
  context.body = Readable.from(slowParts());
});
router.get('/empty', (context) => (context.status = 204));
router.get('/redirect', (context) => context.redirect('/hello'));
router.get('/large', (context) => (context.body = LARGE));
router.post('/upload', async (context) => (context.body = { bytes: await sizeOf(context.req) }));
router.get('/gzip', (context) => {
  context.set('Content-Encoding', 'gzip');
  context.type = 'application/json';
  context.body = ZIPPED;
});
router.get('/account', (context) => (context.body = context.state.user ?? null));
router.get('/mark', async (context) => (context.body = await mark(context.query.id, context.res)));
app.use(router.routes()).use(router.allowedMethods());
serve(createServer(app.callback()));

async function readJson(context, next) {
  const text = await textOf(context.req);
  try {
    context.request.body = JSON.parse(text);
  } catch {
    context.throw(400, 'invalid JSON');
  }
  await next();
}
