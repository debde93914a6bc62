/**
 * Fastify with its own schemas for bodies (ajv) and responses (fast-json-stringify). Each workload imports only the plugins
 * that it needs.
 */
import Fastify from 'fastify';
import { ADDRESS, PORT, WORKLOAD, nextId } from '../servers/environment.ts';
import { getColumn, openBooks } from '../servers/book-table.ts';
import { PAGE_SIZE, books } from '../books.ts';
import {
  CREATED,
  CREATED_HEADERS,
  FULL_HEADERS,
  HELLO,
  ITEM,
  NEW_ID,
  NO_SNIFFING,
  PAGE_HEADERS,
  PATHS,
  PROBLEM_TYPE,
  created,
  cursorLinks,
  documentation,
  missing,
  pageLinks,
} from '../workloads.ts';
import { JWT_SECRET, LOCALES, LOGIN_PATH, ORIGIN, SESSION_SECRET } from '../visitors.ts';

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties });
const responseSchema = (status: number, properties: object): object => ({ response: { [status]: object(properties) } });

const isAtlas = WORKLOAD === 'atlas';
const app = Fastify({ logger: WORKLOAD === 'log' || isAtlas, disableRequestLogging: isAtlas });
if (isAtlas) await (await import('./fastify-atlas.ts')).addAtlas(app);

if (WORKLOAD === 'hello' || WORKLOAD === 'log') {
  const schema = responseSchema(200, { hello: text, ok: { type: 'boolean' }, n: { type: 'integer' } });
  app.get('/api/hello', { schema }, (_request, reply) => {
    reply.headers({ ...NO_SNIFFING, 'X-Request-Id': nextId() });
    return HELLO;
  });
}

if (WORKLOAD === 'routes' || WORKLOAD === 'missing') {
  const schema = responseSchema(200, { id: text, itemId: text });
  for (const path of PATHS) {
    app.get(path.replace(/\{(\w+)\}/g, ':$1'), { schema }, (request, reply) => {
      const { id, itemId } = request.params as Record<string, string>;
      reply.headers({ ...NO_SNIFFING, 'X-Request-Id': nextId() });
      return { id, itemId };
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const url = `${request.protocol}://${request.host}${request.url}`;
    const body = JSON.stringify(missing(request.method, url));
    return reply
      .code(404)
      .headers({
        ...NO_SNIFFING,
        'Content-Type': PROBLEM_TYPE,
        Vary: 'Accept',
        'Cache-Control': 'no-cache, private',
        'X-Request-Id': nextId(),
      })
      .send(body);
  });
}

const NO_OTHERS = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,

  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

// Uses its plugins: fastify-accepts for the format, fastify-etag for the entity tag and the 304.
const FORMATS = ['application/json', 'application/ld+json'];
const propertiesOf = (example: object): object =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      Array.isArray(value) ? { type: 'array', items: text } : { type: typeof value },
    ]),
  );

const isFull = WORKLOAD.startsWith('full');
const isPostgres = WORKLOAD.endsWith('-postgres');
const isPage = WORKLOAD.startsWith('page');
const isCursor = WORKLOAD.startsWith('cursor');

if (isFull || isPage || isCursor || ['item', 'unchanged', 'create'].includes(WORKLOAD)) {
  await app.register(import('@fastify/accepts'));
  await app.register(import('@fastify/etag'), { algorithm: 'sha1' });
}
if (WORKLOAD.endsWith('-coded')) await app.register(import('@fastify/compress'));

if (WORKLOAD === 'item' || WORKLOAD === 'unchanged') {
  const properties = propertiesOf(ITEM);
  const rows = new Map(books().map((book) => [book.id, book]));
  app.get('/api/books/:id', { schema: responseSchema(200, properties) }, (request, reply) => {
    const type = request.accepts().type(FORMATS);
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

// Uses the official plugins as in their READMEs, with the headers of the workload.
if (isFull) {
  await app.register(import('@fastify/helmet'), { ...NO_OTHERS, frameguard: { action: 'deny' }, noSniff: true });
  await app.register(import('@fastify/cors'), {
    origin: [ORIGIN],
    credentials: true,
    exposedHeaders: FULL_HEADERS['access-control-expose-headers'],
  });
  await app.register(import('@fastify/jwt'), { secret: JWT_SECRET, verify: { cache: 20_000 } });
  await app.register(import('@fastify/cookie'));
  await app.register(import('@fastify/session'), {
    secret: SESSION_SECRET,
    cookieName: 'session',
    cookie: { secure: false },
    saveUninitialized: false,
    rolling: false,
  });
  app.addHook('onRequest', (request) => request.jwtVerify());
  app.get(LOGIN_PATH, (request) => {
    request.session.set('uid', (request.user as { sub: string }).sub);
    return {};
  });
  const querystring = object({ units: { ...text, enum: ['metric', 'imperial'], default: 'metric' } });
  const params = object({ id: { type: 'integer' } });
  const rows = new Map(books().map((book) => [book.id, book]));
  app.get(
    '/api/books/:id',
    { schema: { querystring, params, ...responseSchema(200, propertiesOf(ITEM)) } },
    (request, reply) => {
      if (request.session.get('uid') !== (request.user as { sub: string }).sub) return reply.code(403).send();
      const type = request.accepts().type(FORMATS);
      const language = request.accepts().language(LOCALES);
      const found = rows.get((request.params as { id: number }).id);
      if (type === false || found === undefined) return reply.code(found ? 406 : 404).send();
      reply.headers({
        'Cache-Control': FULL_HEADERS['cache-control'],
        'Content-Language': language === false ? LOCALES[0] : language,
        'Content-Location': `/api/books/${found.id}`,
        Expires: new Date().toUTCString(),
        Link: documentation(request.host),
        Vary: FULL_HEADERS.vary,
        'X-Request-Id': nextId(),
      });
      return found;
    },
  );
}

const { tags: _tags, ...ROW } = ITEM;
const pageSchema = { response: { 200: { type: 'array', items: object(propertiesOf(ROW)) } } };
const columns = Object.keys(ROW)
  .map((name) => `${getColumn(name)} as "${name}"`)
  .join(', ');

if (isPostgres) {
  const { addPostgresPages } = await import('./fastify-postgres.ts');
  await addPostgresPages(app, isPage ? 'number' : 'cursor', { schema: pageSchema, columns, formats: FORMATS });
} else if (isPage) {
  const database = openBooks();
  // SQLite prepares a statement again if the value of a LIMIT parameter changes.
  const list = database.prepare(`select ${columns} from books order by id limit ${PAGE_SIZE} offset ?`);
  const count = database.prepare('select count(*) as n from books');
  app.get('/api/books', { schema: pageSchema }, (request, reply) => {
    const type = request.accepts().type(FORMATS);
    const page = Number((request.query as { page?: string }).page ?? 1);
    if (type === false || !(page >= 1)) return reply.code(type === false ? 406 : 400).send();
    const rows = list.all((page - 1) * PAGE_SIZE);
    const { n } = count.get() as { n: number };
    reply.headers({
      ...PAGE_HEADERS,
      'x-total-count': String(n),
      Link: pageLinks(request.host, page, Math.ceil(n / PAGE_SIZE)),
      'X-Request-Id': nextId(),
    });
    return rows;
  });
}

if (isCursor && !isPostgres) {
  const database = openBooks();
  const limit = `limit ${PAGE_SIZE + 1}`;
  const first = database.prepare(`select ${columns} from books order by title, id ${limit}`);
  const after = database.prepare(`select ${columns} from books where (title, id) > (?, ?) order by title, id ${limit}`);
  const before = database.prepare(
    `select ${columns} from books where (title, id) < (?, ?) order by title desc, id desc ${limit}`,
  );
  type Place = [isAfter: number, title: string, id: number];
  const write = (isAfter: number, row: Record<string, unknown>): string =>
    Buffer.from(JSON.stringify([isAfter, row['title'], row['id']])).toString('base64url');
  app.get('/api/books', { schema: pageSchema }, (request, reply) => {
    if (request.accepts().type(FORMATS) === false) return reply.code(406).send();
    const { cursor } = request.query as { cursor?: string };
    let place: Place | undefined;
    try {
      if (cursor !== undefined) place = JSON.parse(String(Buffer.from(cursor, 'base64url'))) as Place;
    } catch {
      return reply.code(400).send();
    }
    const isBack = place !== undefined && place[0] === 0;
    const rows = place === undefined ? first.all() : (isBack ? before : after).all(place[1], place[2]);
    const more = rows.length > PAGE_SIZE;
    if (more) rows.pop();
    if (isBack) rows.reverse();
    const previous = (isBack ? more : place !== undefined) && rows.length > 0 ? write(0, rows.at(0)) : undefined;
    const next = (isBack || more) && rows.length > 0 ? write(1, rows.at(-1)) : undefined;
    reply.headers({
      ...PAGE_HEADERS,
      Link: cursorLinks(request.host, previous, next),
      'X-Request-Id': nextId(),
    });
    return rows;
  });
}

if (WORKLOAD === 'post' || WORKLOAD === 'create') {
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
  const { series: _series, ...withoutSeries } = ITEM;
  if (WORKLOAD === 'create')
    app.post(
      '/api/books',
      { schema: { body, ...responseSchema(201, propertiesOf({ id: NEW_ID, ...withoutSeries })) } },
      (request, reply) => {
        if (request.accepts().type(FORMATS) === false) return reply.code(406).send();
        reply.code(201).headers({ ...CREATED_HEADERS, Link: documentation(request.host), 'X-Request-Id': nextId() });
        return { id: NEW_ID, ...(request.body as object) };
      },
    );
  else
    app.post(
      '/api/books',
      { schema: { body, ...responseSchema(201, { id: { type: 'integer' }, isbn: text, title: text }) } },
      (request, reply) => {
        reply.code(201).headers({ ...NO_SNIFFING, Location: CREATED, 'X-Request-Id': nextId() });
        return created(request.body as { isbn: string; title: string });
      },
    );
}

await app.listen({ port: PORT, host: ADDRESS });
