/** The workloads that are measured. Every server must respond with the same bytes. */
import { PAGE_COUNT, PAGE_SIZE, books, byTitle, newBooks, rows } from './books.ts';
import type { Book, NewBook } from './books.ts';
import { ATLAS_HEADERS, CITIES_PATH, atlasPages } from './atlas.ts';
import { Random } from './lib/random.ts';
import { ORIGIN } from './visitors.ts';

/** A request, before headers of many clients are added. */
export interface Sample {
  readonly path: string;
  readonly body?: string;
  /** The expected body, which may contain the Host header. */
  readonly answer: (host: string) => string;
}

export interface Workload {
  readonly name: WorkloadName;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** A path that responds as soon as the server runs. */
  readonly path: string;
  /** All targets and bodies. */
  readonly samples: () => readonly Sample[];
  /** The first page of a list whose other pages are found by following links. */
  readonly follow?: string;
  /** Headers of every request. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Accept-Encoding of every request. */
  readonly coding?: string;
  /** Responses larger than 1 KB are not compressed. */
  readonly large?: boolean;
  /** Requests have the entity tag of the response. */
  readonly unchanged?: boolean;
  /** Number of users, each with a token and a session. */
  readonly visitors?: number;
  /** The response has an entity tag and links. */
  readonly tagged?: boolean;
  /** The response has a Content-Location, which differs between items. */
  readonly located?: boolean;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers whose values change with time. */
  readonly moving?: readonly string[];
  /** The largest allowed ratio of Oriel's CPU time to Fastify's. */
  readonly target?: number;
  /** The servers that are measured; all by default. */
  readonly only?: readonly string[];
  /** Measured only if it is named, because it needs a database server. */
  readonly onDemand?: boolean;
}

export type WorkloadName =
  | 'hello'
  | 'routes'
  | 'missing'
  | 'post'
  | 'item'
  | 'unchanged'
  | 'create'
  | 'page'
  | 'page-coded'
  | 'cursor'
  | 'cursor-coded'
  | 'atlas'
  | 'page-postgres'
  | 'cursor-postgres'
  | 'full'
  | 'full-5000'
  | 'full-50000'
  | 'full304'
  | 'log';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json';
export const HELLO = { hello: 'world', ok: true, n: 42 };
export const CREATED = '/api/books/1001';

/** 300 paths in 100 groups of three. */
export const PATHS: readonly string[] = Array.from({ length: 100 }, (_, group) => {
  const name = group === 50 ? 'resources' : `group${group}`;
  return [`/api/${name}`, `/api/${name}/{id}`, `/api/${name}/{id}/items/{itemId}`];
}).flat();

/** Returns the response to a created book. */
export function created({ isbn, title }: { isbn: string; title: string }): { id: number; isbn: string; title: string } {
  return { id: 1001, isbn, title };
}

/** The problem document (RFC 9457) for an unknown path. */
export function missing(method: string, url: string): Readonly<Record<string, unknown>> {
  return { type: 'about:blank', title: 'Not Found', status: 404, detail: `No route found for "${method} ${url}"` };
}

/** An item with the fields of all items. */
export const ITEM: Book = {
  ...{ id: 1001, isbn: '9781000324679', title: 'amber ocean signal island' },
  ...{ description: 'quiet winter garden paper glass copper', author: 'Ada Harbour', publisher: 'Garden Press' },
  ...{ publishedAt: '2021-06-11T00:00:00.000Z', language: 'en', pages: 141, price: 6.5, inStock: true },
  ...{ tags: ['paper', 'river'], series: 7 },
};
export const ITEM_PATH = `/api/books/${ITEM.id}`;
const ITEM_HEADERS = {
  'cache-control': 'max-age=60, public',
  vary: 'Accept',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
} as const;

/** Returns the link to the API documentation. */
export function documentation(host: string): string {
  return `<http://${host}/api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
}

const item = {
  method: 'GET',
  path: ITEM_PATH,
  contentType: JSON_TYPE,
  tagged: true,
  located: true,
  headers: ITEM_HEADERS,
} as const;

function items(query = ''): readonly Sample[] {
  return books().map((book) => {
    const text = JSON.stringify(book);
    return { path: `/api/books/${book.id}${query}`, answer: () => text };
  });
}

export const FULL_PATH = `${ITEM_PATH}?units=metric`;
export const FULL_HEADERS = {
  ...ITEM_HEADERS,
  'access-control-allow-credentials': 'true',
  'access-control-allow-origin': ORIGIN,
  'access-control-expose-headers': 'Content-Location, ETag, Link',
  'cache-control': 'max-age=0, must-revalidate, private',
  'content-language': 'fr',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin, Accept, Accept-Language, Authorization, Cookie',
} as const;

const full = {
  method: 'GET',
  path: FULL_PATH,
  samples: () => items('?units=metric'),
  requestHeaders: { 'Accept-Language': 'fr-CH, fr;q=0.9, en;q=0.7', Origin: ORIGIN },
  contentType: JSON_TYPE,
  tagged: true,
  located: true,
  headers: FULL_HEADERS,
  moving: ['expires'],
  only: ['oriel', 'fastify'],
  status: 200,
} as const;

/** The identifier of every created item: nothing is stored. */
export const NEW_ID = 1001;

export const PAGE_HEADERS = {
  'accept-post': 'application/json, application/ld+json',
  'cache-control': 'max-age=60, public',
  vary: 'Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
} as const;
export const CREATED_HEADERS = {
  'accept-post': 'application/json, application/ld+json',
  'cache-control': 'no-cache, private',
  'content-location': ITEM_PATH,
  location: ITEM_PATH,
  vary: 'Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
} as const;

/** Returns the links of a page: the documentation and other pages. */
export function pageLinks(host: string, page: number, pages: number): string {
  const to = (number: number, rel: string): string => `<http://${host}/api/books?page=${number}>; rel="${rel}"`;
  return [
    documentation(host),
    to(1, 'first'),
    ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ...(page < pages ? [to(page + 1, 'next')] : []),
    to(pages, 'last'),
  ].join(', ');
}

/** Returns the links of a cursor page. */
export function cursorLinks(
  host: string,
  previous: string | undefined,
  next: string | undefined,
  path = '/api/books',
): string {
  const to = (cursor: string, rel: string): string => `<http://${host}${path}?cursor=${cursor}>; rel="${rel}"`;
  return [
    documentation(host),
    `<http://${host}${path}>; rel="first"`,
    ...(previous === undefined ? [] : [to(previous, 'prev')]),
    ...(next === undefined ? [] : [to(next, 'next')]),
  ].join(', ');
}

function pages(sorted: (list: ReturnType<typeof rows>) => ReturnType<typeof rows>): readonly Sample[] {
  const list = sorted(rows());
  return Array.from({ length: list.length / PAGE_SIZE }, (_, index) => {
    const text = JSON.stringify(list.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE));
    return { path: `/api/books?page=${index + 1}`, answer: () => text };
  });
}

function bodies(answer: (book: NewBook) => object): readonly Sample[] {
  return newBooks().map((book) => {
    const text = JSON.stringify(answer(book));
    return { path: '/api/books', body: JSON.stringify(book), answer: () => text };
  });
}

/** The header that Oriel sends with every response in production. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

const hello = {
  method: 'GET',
  path: '/api/hello',
  samples: () => [{ path: '/api/hello', answer: () => JSON.stringify(HELLO) }],
  status: 200,
  contentType: JSON_TYPE,
  headers: NO_SNIFFING,
} as const;

const page = {
  method: 'GET',
  path: '/api/books?page=7',
  samples: () => pages((list) => list),
  large: true,
  status: 200,
  contentType: JSON_TYPE,
  tagged: true,
  headers: { ...PAGE_HEADERS, 'x-total-count': String(PAGE_COUNT * PAGE_SIZE) },
} as const;

const cursor = {
  ...page,
  path: '/api/books',
  follow: '/api/books',
  samples: () => pages(byTitle),
  headers: PAGE_HEADERS,
} as const;

const postgres = { only: ['raw', 'oriel', 'fastify'], onDemand: true } as const;

const CODINGS = 'gzip, deflate, br';

export const WORKLOADS: readonly Workload[] = [
  { ...hello, name: 'hello', title: 'small JSON', target: 1 },
  {
    name: 'routes',
    title: '300 routes, 2 parameters',
    method: 'GET',
    path: '/api/resources/42/items/7',
    samples: () => {
      const random = new Random(4);
      const deep = PATHS.filter((path) => path.includes('{itemId}'));
      return Array.from({ length: 10_000 }, () => {
        const [id, itemId] = [String(random.below(100_000)), String(random.below(1_000))];
        const path = random.pick(deep).replace('{id}', id).replace('{itemId}', itemId);
        return { path, answer: () => JSON.stringify({ id, itemId }) };
      });
    },
    status: 200,
    contentType: JSON_TYPE,
    headers: NO_SNIFFING,
    target: 1,
  },
  {
    name: 'missing',
    title: '404 among 300 routes',
    method: 'GET',
    path: '/api/nope/123',
    samples: () =>
      Array.from({ length: 10_000 }, (_, index) => {
        const path = `/api/${index % 3 === 0 ? 'nope' : `group${index % 100}s`}/${index}`;
        return { path, answer: (host) => JSON.stringify(missing('GET', `http://${host}${path}`)) };
      }),
    status: 404,
    contentType: PROBLEM_TYPE,
    headers: { ...NO_SNIFFING, vary: 'Accept', 'cache-control': 'no-cache, private' },
    target: 1,
  },
  {
    name: 'post',
    title: 'validated POST of 1 KB',
    method: 'POST',
    path: '/api/books',
    samples: () => bodies(created),
    status: 201,
    contentType: JSON_TYPE,
    headers: { ...NO_SNIFFING, location: CREATED },
    target: 1,
  },
  { ...item, name: 'item', title: 'one item of a resource', samples: () => items(), status: 200, target: 0.75 },
  {
    ...item,
    name: 'unchanged',
    title: 'the same with its tag: 304',
    samples: () => items(),
    status: 304,
    unchanged: true,
  },
  {
    name: 'create',
    title: 'POST of a resource, 1 KB validated',
    method: 'POST',
    path: '/api/books',
    samples: () => bodies((book) => ({ id: NEW_ID, ...book })),
    large: true,
    status: 201,
    contentType: JSON_TYPE,
    tagged: true,
    headers: CREATED_HEADERS,
    target: 0.85,
  },
  { ...page, name: 'page', title: 'page of 30 items of 12 fields from SQLite', target: 0.8 },
  { ...page, name: 'page-coded', title: 'the same, compressed', coding: CODINGS },
  { ...cursor, name: 'cursor', title: 'page by cursor of 30 items of 12 fields from SQLite', target: 0.8 },
  { ...cursor, name: 'cursor-coded', title: 'the same, compressed', coding: CODINGS },
  {
    name: 'atlas',
    title: 'page by cursor of Atlas, with its log',
    method: 'GET',
    path: CITIES_PATH,
    follow: CITIES_PATH,
    samples: atlasPages,
    large: true,
    status: 200,
    contentType: JSON_TYPE,
    tagged: true,
    headers: ATLAS_HEADERS,
    only: ['raw', 'oriel', 'fastify'],
    target: 1,
  },
  { ...page, ...postgres, name: 'page-postgres', title: 'page of 30 items of 12 fields from PostgreSQL' },
  { ...cursor, ...postgres, name: 'cursor-postgres', title: 'page by cursor of 30 items of 12 fields from PostgreSQL' },
  { ...full, name: 'full', title: 'full stack, one item, 200 users', visitors: 200, target: 0.5 },
  { ...full, name: 'full-5000', title: 'full stack, one item, 5,000 users', visitors: 5_000, target: 0.5 },
  { ...full, name: 'full-50000', title: 'full stack, one item, 50,000 users', visitors: 50_000 },
  {
    ...full,
    name: 'full304',
    title: 'full stack with its tag: 304, 5,000 users',
    status: 304,
    unchanged: true,
    visitors: 5_000,
  },
  { ...hello, name: 'log', title: 'small JSON, access log on' },
];
