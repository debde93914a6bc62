/** HEAD has the status and the headers of GET for every readable operation and every format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { defineHost, filter, memoryStore, resource, route, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';
import { ALL_FORMATS } from '../lib/formats.ts';

const Author = z.object({ id: z.int(), name: z.string() });
const Book = z.object({ id: z.int(), title: z.string(), author: z.int().nullable(), note: z.string().optional() });
const Seat = z.object({ author: z.int(), row: z.int(), label: z.string() });

function libraryHost(): Host {
  return defineHost({
    access: 'public',
    api: { formats: [...ALL_FORMATS, 'ndjson'], docs: true } as never,
    resources: [
      resource('authors', Author, {
        id: 'id',
        cache: { maxAge: '1 min', public: true },
        filters: { name: filter.partial() },
        store: memoryStore(['Ada', 'Bob'].map((name, index) => ({ id: index + 1, name }))),
      }),
      resource('books', Book, {
        id: 'id',
        links: { author: 'authors' },
        access: { read: () => where({ author: 1 }), write: 'public' },
        views: { short: ['id', 'title'] },
        page: { size: 3, off: true },
        filters: { title: filter.partial(), order: filter.order(['title']) },
        deprecated: { since: '2026-01-31' },
        custom: {
          summary: {
            line: 'GET /{id}/summary',
            output: z.object({ is: z.string() }),
            handle: () => ({ is: 'é' }),
          },
          count: { line: 'GET /count', output: z.object({ count: z.int() }), handle: () => ({ count: 7 }) },
        },
        store: memoryStore(
          Array.from({ length: 9 }, (_, index) => ({ id: index + 1, title: `Büch ${index}`, author: 1 + (index % 2) })),
        ),
      }),
      resource('seats', Seat, {
        id: ['author', 'row'],
        path: '/authors/{author}/seats',
        parent: { author: 'author' },
        links: { author: 'authors' },
        store: memoryStore([{ author: 1, row: 1, label: 'x'.repeat(2000) }]),
      }),
    ],
    routes: [route('hello', 'GET /hello', { handle: () => ({ hello: 'world' }) })],
    log: false,
    profiler: false,
  });
}

const ACCEPTS = [
  '*/*',
  'application/json',
  'application/ld+json',
  'application/vnd.api+json',
  'application/hal+json',
  'application/prs.hal-forms+json',
  'text/csv',
  'application/x-ndjson',
  'text/html',
  'text/plain',
  'image/png',
  'application/problem+json',
];
const QUERIES = [
  ...['', 'page=2', 'page=99', 'page=x', 'pagination=false', 'fields=title', 'view=short', 'nothing=1'],
  ...['include=author', 'page[number]=2', 'fields[books]=title', 'order[title]=desc', 'title=B&itemsPerPage=1'],
];
const IDS = ['1', '2', '99', 'x'];

/** The paths of all GET operations, and some paths without a route. */
async function readablePaths(host: Host): Promise<string[]> {
  const answer = await host.fetch(new Request('http://localhost/api/docs.json'));
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const found = Object.keys(paths).filter((path) => 'get' in paths[path]!);
  assert.ok(found.length >= 8, found.join(', '));
  return [...found, '/api', '/api/docs', '/api/docs.json', '/api/docs.jsonld', '/hello', '/nowhere', '/api/nothing'];
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

async function receive(send: Send, method: string, path: string, headers: Record<string, string>): Promise<Received> {
  const response = await send(path, { method, headers: { ...headers, 'X-Request-Id': 'same' } });
  const all = Object.fromEntries(response.headers);
  // Connection headers are ignored, because fetch() closes the connection after HEAD.
  const { date: _, connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...rest } = all;
  // Every error page has its own nonce.
  const csp = rest['content-security-policy']?.replace(/'nonce-[^']+'/g, 'nonce');
  const compared = { ...rest, ...(csp === undefined ? {} : { 'content-security-policy': csp }) };
  return { status: response.status, headers: compared, body: await response.text() };
}

async function assertEqual(send: Send, path: string, headers: Record<string, string>): Promise<string | undefined> {
  const get = await receive(send, 'GET', path, headers);
  const head = await receive(send, 'HEAD', path, headers);
  assert.equal(head.body, '');
  if (get.status < 400) assert.deepEqual(head, { ...get, body: '' });
  else {
    const { 'content-length': length, ...rest } = get.headers;
    assert.ok(length !== undefined);
    assert.deepEqual(head, { status: get.status, headers: rest, body: '' });
  }
  return get.headers['etag'];
}

const inMemory = libraryHost();
const paths = await readablePaths(inMemory);
const requests = fc.record({
  path: fc.constantFrom(...paths),
  ids: fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)),
  suffix: fc.constantFrom('', '', '', '.json', '.jsonapi', '.csv'),
  query: fc.constantFrom(...QUERIES),
  accept: fc.constantFrom(...ACCEPTS),
});
type RequestCase = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

function target({ path, ids, suffix, query }: RequestCase): string {
  let next = 0;
  const named = path.replaceAll(/\{[^}]+\}/g, () => ids[next++ % 2]!);
  return `${named}${suffix}${query === '' ? '' : `?${query}`}`;
}

async function assertProperty(send: Send, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requests, async (element) => {
      const tag = await assertEqual(send, target(element), { accept: element.accept });
      if (tag !== undefined) await assertEqual(send, target(element), { accept: element.accept, 'if-none-match': tag });
    }),
    { numRuns: runs },
  );
}

test('HEAD returns the status and headers of GET for every readable operation and format, in memory', async () => {
  const send: Send = (path, init) => inMemory.fetch(new Request(`http://localhost${path}`, init));
  for (const path of paths)
    for (const accept of ACCEPTS)
      await assertEqual(send, target({ path, ids: ['1', '1'], suffix: '', query: '', accept }), { accept });
  await assertProperty(send, 500);
});

test('HEAD returns the status and headers of GET for every readable operation and format, over a socket', async () => {
  await using host = libraryHost();
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  await assertProperty((path, init) => fetch(new URL(path, url), init), 200);
});

test('HEAD has no Content-Length for an error, whose message contains the method', async () => {
  const get = await inMemory.fetch(new Request('http://localhost/nowhere'));
  const head = await inMemory.fetch(new Request('http://localhost/nowhere', { method: 'HEAD' }));
  assert.match(await get.text(), /"GET /);
  assert.equal(head.status, 404);
  assert.equal(head.headers.get('content-length'), null);
});
