import listEndpoints from 'express-list-endpoints';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { serve } from './lib/answers.mjs';

/** An application whose routers are mounted, pass requests on, list their routes, and are changed by another library. */
const require = createRequire(import.meta.url);
const name = process.env.EXPRESS ?? 'express';
if (process.env.PATCH_LAYERS) patchLayers(require('express4/lib/router/layer'));
const express = require(name);
const app = express();
app.use((request, _response, next) => {
  if (request.headers.authorization) request.session = { passport: { user: { id: 1, name: 'ada' } } };
  next();
});
const posts = express.Router();
posts.get('/:id', (request, response, next) => {
  response.locals.data = { id: request.params.id };
  next();
});
app.use('/posts', posts);
app.use(function render(_request, response, next) {
  if (response.locals.data) response.json(response.locals.data);
  else next();
});
const shops = express.Router({ mergeParams: true });
shops.get('/:item/broken', (_request, _response, next) => next(new TypeError('planned')));
app.use('/shops/:shop', shops);
app.use(
  ['/tea', '/coffee/:kind'],
  express.Router().get('/price', (_request, response) => response.json(2)),
);
app.get('/routes', (_request, response) => response.json(listEndpoints(app).length));
app.use(
  '/framework',
  (request, _response, next) => {
    request.baseUrl = 'http://localhost:1337';
    next();
  },
  express.Router().get('/users/:id', (_request, response) => response.json(3)),
);
app.use('/rewritten', (request, response) => {
  request.url = '/coffee/green/price';
  request.baseUrl = '';
  app.handle(request, response);
});
const orders = express.Router();
orders.param('order', (_request, response, next, order) => {
  if (order === 'unknown') response.status(404).json({ error: 'no order' });
  else next();
});
orders.get('/:order/lines', (_request, response) => response.json(4));
app.use('/shops/:shop/orders', orders);
app.use(function handleError(error, _request, response, _next) {
  response.status(500).json({ error: error.message });
});
serve(createServer(app));

// What express-async-errors does.
function patchLayers(Layer) {
  Object.defineProperty(Layer.prototype, 'handle', {
    enumerable: true,
    get() {
      return this.__handle;
    },
    set(handle) {
      this.__handle = handle;
    },
  });
}
