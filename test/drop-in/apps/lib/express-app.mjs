import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, serve, sizeOf, slowParts, throwLater, throwSync } from './answers.mjs';
import { userOf, ZIPPED } from './answers.mjs';

/** Serves the application of Express 4 and 5. Express 4 does not handle rejected promises. */
export function serveExpress(express) {
  const app = express();
  const later = (handler) => (request, response, next) => handler(request, response).catch(next);
  app.use(async function measure(_request, _response, next) {
    next();
  });
  app.use(function authenticate(request, _response, next) {
    request.user = userOf(request.headers.authorization);
    next();
  });
  app.get('/hello', function sayHello(_request, response) {
    response.json(HELLO);
  });
  app.get('/users/:id', (request, response) => response.json({ id: request.params.id }));
  const shop = express.Router({ mergeParams: true });
  shop.get('/items/:item', (request, response) => response.json({ ...request.params }));
  app.use('/shops/:shop', shop);
  app.get('/search', (request, response) => response.json(found(request.query)));
  app.post('/json', express.json(), (request, response) => response.json({ city: request.body.city }));
  app.post('/note', express.json(), (request, response) => response.json(note(request.body, response)));
  app.post('/form', express.urlencoded({ extended: false }), (request, response) =>
    response.json({ city: request.body.city }),
  );
  app.get('/throw', throwSync);
  app.get('/reject', later(throwLater));
  app.get('/teapot', (_request, _response, next) => {
    next(Object.assign(new Error('planned: teapot'), { status: 418 }));
  });
  app.get('/stream', (_request, response) => Readable.from(parts()).pipe(response.type('text/plain')));
  app.get('/slow', (_request, response) => Readable.from(slowParts()).pipe(response.type('text/plain')));
  app.get('/empty', (_request, response) => response.status(204).end());
  app.get('/redirect', (_request, response) => response.redirect('/hello'));
  app.get('/large', (_request, response) => response.type('text/plain').send(LARGE));
  app.post(
    '/upload',
    later(async (request, response) => response.json({ bytes: await sizeOf(request) })),
  );
  app.get('/gzip', (_request, response) => response.type('json').set('Content-Encoding', 'gzip').send(ZIPPED));
  app.get('/account', (request, response) => response.json(request.user ?? null));
  app.get(
    '/mark',
    later(async (request, response) => response.json(await mark(request.query.id, response))),
  );
  app.use(function passError(error, _request, _response, next) {
    next(error);
  });
  serve(createServer(app));
}
