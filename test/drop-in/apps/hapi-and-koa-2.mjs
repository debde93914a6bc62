import Hapi from '@hapi/hapi';
import Koa from 'koa2';
import mount from 'koa-mount';
import Router from 'koa-router';
import { createServer } from 'node:http';
import { serve, userOf } from './lib/answers.mjs';

/** Two frameworks in one process. `/hapi` and `/koa` return their ports. */
const hapi = Hapi.server({ port: 0, host: '127.0.0.1', debug: false });
hapi.auth.scheme('bearer', () => ({
  authenticate(request, h) {
    const user = userOf(request.headers.authorization);
    return user ? h.authenticated({ credentials: user }) : h.unauthenticated(new Error('no user'));
  },
}));
hapi.auth.strategy('bearer', 'bearer');
hapi.auth.default({ strategy: 'bearer', mode: 'try' });
hapi.ext('onPreAuth', function measure(_request, h) {
  return h.continue;
});
hapi.route({ method: 'GET', path: '/users/{id}', handler: (request) => ({ id: request.params.id }) });
hapi.route({ method: 'GET', path: '/files/{path*}', handler: (request) => request.params.path });
hapi.route({
  method: 'GET',
  path: '/throw',
  handler: function fail() {
    throw new TypeError('planned');
  },
});
await hapi.register({
  plugin: {
    name: 'shop',
    register: (server) => server.route({ method: 'POST', path: '/items/{item?}', handler: ({ payload }) => payload }),
  },
  routes: { prefix: '/shops/{shop}' },
});
await hapi.start();

const koa = new Koa();
koa.silent = true;
koa.use(async (context, next) => {
  context.state.user = userOf(context.get('authorization'));
  await next();
});
const router = new Router();
router.get('/users/:id', (context) => (context.body = context.params));
router.get('/files/{*path}', (context) => (context.body = context.params.path));
router.get('/throw', async function fail() {
  throw new TypeError('planned');
});
const items = new Router();
items.post('/items/:item', (context) => (context.body = context.params));
router.use('/shops/:shop', items.routes());
const inner = new Koa();
inner.use(new Router().get('/deep/:level', (context) => (context.body = context.params)).routes());
koa.use(mount('/mounted', inner));
koa.use(router.routes());
const koaServer = createServer(koa.callback()).listen(0, '127.0.0.1');

serve(
  createServer((request, response) => {
    response.end(String(request.url === '/hapi' ? hapi.info.port : koaServer.address().port));
  }),
);
