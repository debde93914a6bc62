import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, sizeOf, slowParts, throwLater, throwSync } from './answers.mjs';
import { userOf, ZIPPED } from './answers.mjs';

/** Serves the application of Fastify 4 and 5. */
export async function serveFastify(fastify) {
  const app = fastify({ exposeHeadRoutes: true });
  app.decorateRequest('user', undefined);
  app.addHook('onRequest', function measure(_request, _reply, done) {
    done();
  });
  app.addHook('preHandler', async function authenticate(request) {
    request.user = userOf(request.headers.authorization);
  });
  app.addHook('onSend', async function addHeader(_request, reply) {
    reply.header('x-hook', 'yes');
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request, body) =>
    Object.fromEntries(new URLSearchParams(body)),
  );
  app.addContentTypeParser('application/octet-stream', async (_request, payload) => sizeOf(payload));
  app.get('/hello', async function sayHello() {
    return HELLO;
  });
  app.get('/users/:id', async (request) => ({ id: request.params.id }));
  await app.register(
    async (shop) => {
      shop.get('/items/:item', async (request) => request.params);
    },
    { prefix: '/shops/:shop' },
  );
  app.get('/search', async (request) => found(request.query));
  app.post('/json', async (request) => ({ city: request.body.city }));
  app.post('/note', async (request, reply) => note(request.body, reply.raw));
  app.post('/form', async (request) => ({ city: request.body.city }));
  app.get('/throw', throwSync);
  app.get('/reject', throwLater);
  app.get('/teapot', (_request, reply) => {
    reply.send(Object.assign(new Error('planned: teapot'), { statusCode: 418 }));
  });
  app.get('/stream', (_request, reply) => reply.type('text/plain').send(Readable.from(parts())));
  app.get('/slow', (_request, reply) => reply.type('text/plain').send(Readable.from(slowParts())));
  app.get('/empty', (_request, reply) => reply.code(204).send());
  app.get('/redirect', (_request, reply) => reply.code(302).header('location', '/hello').send());
  app.get('/large', async () => LARGE);
  app.post('/upload', async (request) => ({ bytes: request.body }));
  app.get('/gzip', (_request, reply) =>
    reply.type('application/json').header('content-encoding', 'gzip').send(Buffer.from(ZIPPED)),
  );
  app.get('/account', async (request) => request.user);
  app.get('/mark', async (request, reply) => mark(request.query.id, reply.raw));
  const schema = { body: { type: 'object', required: ['city'] } };
  app.post('/orders/:id', { schema, preValidation: refuse }, async (request) => request.body);
  // Reads the status code, which a subscriber of the diagnostics channel of Fastify changes.
  app.register(async (scope) => {
    scope.setErrorHandler(function answerError(error, _request, reply) {
      return reply.send({ message: error.message, before: reply.statusCode });
    });
    scope.get('/handled', throwLater);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(`listening on ${app.server.address().port}`);
}

async function refuse(request, reply) {
  const refusal = request.headers['x-refuse'];
  if (refusal === 'throw') throw Object.assign(new Error('refused'), { statusCode: 401 });
  if (refusal === 'reply') return reply.code(403).send({ refused: true });
}
