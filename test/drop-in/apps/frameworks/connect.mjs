import connect from 'connect';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, serve, sizeOf, slowParts, textOf } from '../lib/answers.mjs';
import { throwLater, throwSync, userOf, ZIPPED } from '../lib/answers.mjs';

/** An application of connect: middleware that is mounted on paths. It has no routes. */
const app = connect();
app.use(async function measure(_request, _response, next) {
  next();
});
app.use(function authenticate(request, _response, next) {
  request.user = userOf(request.headers.authorization);
  next();
});
get('/hello', (_request, response) => json(response, HELLO));
get('/users', (request, response) => json(response, { id: request.url.slice(1) }));
get('/shops', (request, response) => {
  const [, shop, , item] = request.url.split('/');
  json(response, { shop, item });
});
get('/search', (request, response) => json(response, found(queryOf(request))));
post('/json', async (request, response) => json(response, cityOf(JSON.parse(await textOf(request)))));
post('/note', (request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => json(response, note(JSON.parse(text), response)));
});
post('/form', async (request, response) =>
  json(response, cityOf(Object.fromEntries(new URLSearchParams(await textOf(request))))),
);
get('/throw', throwSync);
get('/reject', throwLater);
get('/teapot', (_request, _response, next) => next(Object.assign(new Error('planned: teapot'), { status: 418 })));
get('/stream', (_request, response) => Readable.from(parts()).pipe(response));
get('/slow', (_request, response) => Readable.from(slowParts()).pipe(response));
get('/empty', (_request, response) => response.writeHead(204).end());
get('/redirect', (_request, response) => response.writeHead(302, { Location: '/hello' }).end());
get('/large', (_request, response) => response.end(LARGE));
post('/upload', async (request, response) => json(response, { bytes: await sizeOf(request) }));
get('/gzip', (_request, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(ZIPPED),
);
get('/account', (request, response) => json(response, request.user ?? null));
get('/mark', async (request, response) => json(response, await mark(queryOf(request).id, response)));
app.use(function passError(error, _request, _response, next) {
  next(error);
});
serve(createServer(app));

function get(path, handler) {
  mount(['GET', 'HEAD'], path, handler);
}

function post(path, handler) {
  mount(['POST'], path, handler);
}

function mount(methods, path, handler) {
  app.use(path, function route(request, response, next) {
    if (!methods.includes(request.method)) return void next();
    const result = handler(request, response, next);
    if (result instanceof Promise) result.catch(next);
  });
}

function json(response, value) {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

function queryOf({ originalUrl }) {
  return Object.fromEntries(new URL(originalUrl, 'http://localhost').searchParams);
}

function cityOf({ city }) {
  return { city };
}
