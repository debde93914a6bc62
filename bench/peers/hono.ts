/** Hono on its Node server, bodies checked by zod through its own validator. */
import { hash } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { RETAINED_304_HEADERS, etag } from 'hono/etag';
import { logger } from 'hono/logger';
import { validator } from 'hono/validator';
import { columnOf, openBooks } from '../servers/book-table.ts';
import { ADDRESS, PORT, WORKLOAD, nextId } from '../servers/setting.ts';
import {
  CREATED,
  CREATED_HEADERS,
  HELLO,
  ITEM,
  NEW_ITEM,
  PAGE_HEADERS,
  PAGE_SIZE,
  PATHS,
  PROBLEM_TYPE,
  ROWS,
  created,
  documentation,
  missing,
  pageLinks,
} from '../workloads.ts';

const app = new Hono();
const FORMATS = ['application/json', 'application/ld+json'];

if (WORKLOAD === 'log') app.use(logger());

if (WORKLOAD === 'hello' || WORKLOAD === 'log') {
  app.get('/api/hello', (c) => c.json(HELLO, 200, { 'X-Request-Id': nextId() }));
}

if (WORKLOAD === 'routes' || WORKLOAD === 'missing') {
  for (const path of PATHS) {
    app.get(path.replace(/\{(\w+)\}/g, ':$1'), (c) => {
      return c.json({ id: c.req.param('id'), itemId: c.req.param('itemId') }, 200, { 'X-Request-Id': nextId() });
    });
  }
  app.notFound((c) => {
    const headers = {
      'Content-Type': PROBLEM_TYPE,
      Vary: 'Accept',
      'Cache-Control': 'no-cache, private',
      'X-Request-Id': nextId(),
    };
    return c.body(JSON.stringify(missing(c.req.method, c.req.url)), 404, headers);
  });
}

// As its own middleware and helper do it.
if (WORKLOAD === 'item' || WORKLOAD === 'unchanged') {
  const rows = new Map([[ITEM.id, ITEM]]);
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

if (WORKLOAD === 'page') {
  const { z } = await import('zod');
  const database = openBooks();
  const columns = Object.keys(ROWS[0]).map((name) => `${columnOf(name)} as "${name}"`);
  const list = database.prepare(`select ${columns.join(', ')} from books order by id limit ? offset ?`);
  const count = database.prepare('select count(*) as n from books');
  const query = validator('query', (value, c) => {
    const result = z.object({ page: z.coerce.number().int().min(1).default(1) }).safeParse(value);
    return result.success ? result.data : c.json(result.error.issues, 400);
  });
  app.get('/api/books', etag(), query, (c) => {
    const type = accepts(c, { header: 'Accept', supports: FORMATS, default: 'application/json' });
    if (type !== 'application/json') return c.body(null, 406);
    const { page } = c.req.valid('query');
    const rows = list.all(PAGE_SIZE, (page - 1) * PAGE_SIZE);
    const { n } = count.get() as { n: number };
    return c.json(
      rows.map((row) => ({ ...row, inStock: row['inStock'] === 1 })),
      200,
      {
        ...PAGE_HEADERS,
        'x-total-count': String(n),
        Link: pageLinks(c.req.header('Host') ?? '', page, Math.ceil(n / PAGE_SIZE)),
        'X-Request-Id': nextId(),
      },
    );
  });
}

if (WORKLOAD === 'create') {
  const { Book } = await import('../servers/book.ts');
  const valid = validator('json', (value, c) => {
    const result = Book.safeParse(value);
    return result.success ? result.data : c.json(result.error.issues, 422);
  });
  // Its middleware leaves the answers to POST without a tag.
  app.post('/api/books', valid, (c) => {
    const type = accepts(c, { header: 'Accept', supports: FORMATS, default: 'application/json' });
    if (type !== 'application/json') return c.body(null, 406);
    const text = JSON.stringify({ id: NEW_ITEM.id, ...c.req.valid('json') });
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
    c.json(created(c.req.valid('json')), 201, { Location: CREATED, 'X-Request-Id': nextId() }),
  );
}

serve({ fetch: app.fetch, port: PORT, hostname: ADDRESS });
