/** Hono with its Node.js server. Bodies are validated with zod and the validator of Hono. */
import { hash } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { compress } from 'hono/compress';
import { RETAINED_304_HEADERS, etag } from 'hono/etag';
import { logger } from 'hono/logger';
import { validator } from 'hono/validator';
import { getColumn, openBooks } from '../servers/book-table.ts';
import { ADDRESS, PORT, WORKLOAD, nextId } from '../servers/environment.ts';
import { PAGE_SIZE, books } from '../books.ts';
import {
  CREATED,
  CREATED_HEADERS,
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

const app = new Hono();
const FORMATS = ['application/json', 'application/ld+json'];

if (WORKLOAD === 'log') app.use(logger());

if (WORKLOAD === 'hello' || WORKLOAD === 'log') {
  app.get('/api/hello', (c) => c.json(HELLO, 200, { ...NO_SNIFFING, 'X-Request-Id': nextId() }));
}

if (WORKLOAD === 'routes' || WORKLOAD === 'missing') {
  for (const path of PATHS) {
    app.get(path.replace(/\{(\w+)\}/g, ':$1'), (c) => {
      return c.json({ id: c.req.param('id'), itemId: c.req.param('itemId') }, 200, {
        ...NO_SNIFFING,
        'X-Request-Id': nextId(),
      });
    });
  }
  app.notFound((c) => {
    const headers = {
      ...NO_SNIFFING,
      'Content-Type': PROBLEM_TYPE,
      Vary: 'Accept',
      'Cache-Control': 'no-cache, private',
      'X-Request-Id': nextId(),
    };
    return c.body(JSON.stringify(missing(c.req.method, c.req.url)), 404, headers);
  });
}

// Uses its middleware and its helper.
if (WORKLOAD === 'item' || WORKLOAD === 'unchanged') {
  const rows = new Map(books().map((book) => [book.id, book]));
  const retained = [...RETAINED_304_HEADERS, 'X-Request-Id'];
  app.get('/api/books/:id', etag({ retainedHeaders: retained }), (c) => {
    const type = accepts(c, {
      header: 'Accept',
      supports: ['application/json', 'application/ld+json'],
      default: 'application/json',
    });
    const found = rows.get(Number(c.req.param('id')));
    if (type !== 'application/json' || found === undefined) return c.body(null, found ? 406 : 404);
    return c.json(found, 200, {
      'Cache-Control': 'max-age=60, public',
      'Content-Location': `/api/books/${found.id}`,
      Link: documentation(c.req.header('Host') ?? ''),
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'deny',
      'X-Request-Id': nextId(),
    });
  });
}

const { tags: _tags, ...ROW } = ITEM;
const columns = Object.keys(ROW)
  .map((name) => `${getColumn(name)} as "${name}"`)
  .join(', ');
const toItem = (row: Record<string, unknown>) => ({ ...row, inStock: row['inStock'] === 1 });

if (WORKLOAD.endsWith('-coded')) app.use(compress());

if (WORKLOAD.startsWith('page')) {
  const { z } = await import('zod');
  const database = openBooks();
  const list = database.prepare(`select ${columns} from books order by id limit ${PAGE_SIZE} offset ?`);
  const count = database.prepare('select count(*) as n from books');
  const Query = z.object({ page: z.coerce.number().int().min(1).default(1) });
  const query = validator('query', (value, c) => {
    const result = Query.safeParse(value);
    return result.success ? result.data : c.json(result.error.issues, 400);
  });
  app.get('/api/books', etag(), query, (c) => {
    const type = accepts(c, { header: 'Accept', supports: FORMATS, default: 'application/json' });
    if (type !== 'application/json') return c.body(null, 406);
    const { page } = c.req.valid('query');
    const rows = list.all((page - 1) * PAGE_SIZE);
    const { n } = count.get() as { n: number };
    return c.json(rows.map(toItem), 200, {
      ...PAGE_HEADERS,
      'x-total-count': String(n),
      Link: pageLinks(c.req.header('Host') ?? '', page, Math.ceil(n / PAGE_SIZE)),
      'X-Request-Id': nextId(),
    });
  });
}

if (WORKLOAD.startsWith('cursor')) {
  const database = openBooks();
  const limit = `limit ${PAGE_SIZE + 1}`;
  const first = database.prepare(`select ${columns} from books order by title, id ${limit}`);
  const after = database.prepare(`select ${columns} from books where (title, id) > (?, ?) order by title, id ${limit}`);
  const write = (isAfter: number, row: Record<string, unknown>): string =>
    Buffer.from(JSON.stringify([isAfter, row['title'], row['id']])).toString('base64url');
  app.get('/api/books', etag(), (c) => {
    const type = accepts(c, { header: 'Accept', supports: FORMATS, default: 'application/json' });
    if (type !== 'application/json') return c.body(null, 406);
    const cursor = c.req.query('cursor');
    const place = cursor === undefined ? [] : JSON.parse(String(Buffer.from(cursor, 'base64url')));
    const rows = cursor === undefined ? first.all() : after.all(place[1], place[2]);
    const more = rows.length > PAGE_SIZE;
    if (more) rows.pop();
    const previous = cursor === undefined ? undefined : write(0, rows.at(0));
    const next = more ? write(1, rows.at(-1)) : undefined;
    return c.json(rows.map(toItem), 200, {
      ...PAGE_HEADERS,
      Link: cursorLinks(c.req.header('Host') ?? '', previous, next),
      'X-Request-Id': nextId(),
    });
  });
}

if (WORKLOAD === 'create') {
  const { Book } = await import('../servers/book.ts');
  const valid = validator('json', (value, c) => {
    const result = Book.safeParse(value);
    return result.success ? result.data : c.json(result.error.issues, 422);
  });
  // Its middleware sets no entity tag on responses to POST.
  app.post('/api/books', valid, (c) => {
    const type = accepts(c, { header: 'Accept', supports: FORMATS, default: 'application/json' });
    if (type !== 'application/json') return c.body(null, 406);
    const text = JSON.stringify({ id: NEW_ID, ...c.req.valid('json') });
    return c.body(text, 201, {
      'Content-Type': 'application/json',
      ETag: `"${hash('sha1', text)}"`,
      ...CREATED_HEADERS,
      Link: documentation(c.req.header('Host') ?? ''),
      'X-Request-Id': nextId(),
    });
  });
}

if (WORKLOAD === 'post') {
  const { Book } = await import('../servers/book.ts');
  const valid = validator('json', (value, c) => {
    const result = Book.safeParse(value);
    return result.success ? result.data : c.json(result.error.issues, 422);
  });
  app.post('/api/books', valid, (c) =>
    c.json(created(c.req.valid('json')), 201, { ...NO_SNIFFING, Location: CREATED, 'X-Request-Id': nextId() }),
  );
}

serve({ fetch: app.fetch, port: PORT, hostname: ADDRESS });
