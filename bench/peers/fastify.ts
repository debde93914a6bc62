/** Fastify with its own schemas, for the body (ajv) and for the answer (fast-json-stringify). */
import accepts from '@fastify/accepts';
import etag from '@fastify/etag';
import Fastify from 'fastify';
import { ADDRESS, PORT, WORKLOAD, nextId } from '../servers/setting.ts';
import { CREATED, HELLO, ITEM, PATHS, PROBLEM_TYPE, created, documentation, missing } from '../workloads.ts';

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

// As its own plugins do it: fastify-accepts for the format, fastify-etag for the tag and the 304.
if (WORKLOAD === 'item' || WORKLOAD === 'unchanged') {
  await app.register(accepts);
  await app.register(etag, { algorithm: 'sha1' });
  const properties = Object.fromEntries(
    Object.entries(ITEM).map(([name, value]) => [
      name,
      Array.isArray(value) ? { type: 'array', items: text } : { type: typeof value },
    ]),
  );
  const rows = new Map([[ITEM.id, ITEM]]);
  app.get('/api/books/:id', { schema: answers(200, properties) }, (request, reply) => {
    const type = request.accepts().type(['application/json', 'application/ld+json']);
    const found = rows.get(Number((request.params as { id: string }).id));
    if (type === false || found === undefined) return reply.code(found ? 406 : 404).send();
    reply.headers({
      'Cache-Control': 'max-age=60, public',
      'Content-Location': `/api/books/${found.id}`,
      Link: documentation(request.host),
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'deny',
      'X-Request-Id': nextId(),
    });
    return found;
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
