/** Fastify with its own schemas, for the body (ajv) and for the answer (fast-json-stringify). */
import Fastify from 'fastify';
import { ADDRESS, PORT, WORKLOAD, nextId } from '../servers/setting.ts';
import { CREATED, HELLO, PATHS, PROBLEM_TYPE, created, missing } from '../workloads.ts';

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties });
const answers = (status: number, properties: object): object => ({ response: { [status]: object(properties) } });

const app = Fastify({ logger: WORKLOAD === 'log' });

if (WORKLOAD === 'hello' || WORKLOAD === 'log') {
  const schema = answers(200, { hello: text, ok: { type: 'boolean' }, n: { type: 'integer' } });
  app.get('/api/hello', { schema }, (_request, reply) => {
    reply.header('X-Request-Id', nextId());
    return HELLO;
  });
}

if (WORKLOAD === 'routes' || WORKLOAD === 'missing') {
  const schema = answers(200, { id: text, itemId: text });
  for (const path of PATHS) {
    app.get(path.replace(/\{(\w+)\}/g, ':$1'), { schema }, (request, reply) => {
      const { id, itemId } = request.params as Record<string, string>;
      reply.header('X-Request-Id', nextId());
      return { id, itemId };
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const url = `${request.protocol}://${request.host}${request.url}`;
    const body = JSON.stringify(missing(request.method, url));
    return reply
      .code(404)
      .headers({ 'Content-Type': PROBLEM_TYPE, Vary: 'Accept', 'X-Request-Id': nextId() })
      .send(body);
  });
}

if (WORKLOAD === 'post') {
  const properties = {
    isbn: { ...text, minLength: 10, maxLength: 17 },
    title: { ...text, minLength: 1, maxLength: 200 },
    description: { ...text, maxLength: 4000 },
    author: { ...text, minLength: 1 },
    publisher: text,
    publishedAt: text,
    language: { ...text, enum: ['en', 'fr', 'de', 'nl'] },
    pages: { type: 'integer', minimum: 1 },
    price: { type: 'number', minimum: 0 },
    inStock: { type: 'boolean' },
    tags: { type: 'array', maxItems: 20, items: text },
  };
  const required = ['isbn', 'title', 'description', 'author', 'pages', 'price', 'inStock', 'tags'];
  const body = { ...object(properties), required, additionalProperties: false };
  app.post(
    '/api/books',
    { schema: { body, ...answers(201, { id: { type: 'integer' }, isbn: text, title: text }) } },
    (request, reply) => {
      reply.code(201).headers({ Location: CREATED, 'X-Request-Id': nextId() });
      return created(request.body as { isbn: string; title: string });
    },
  );
}

await app.listen({ port: PORT, host: ADDRESS });
