/** The works that are measured. Every server answers them with the same bytes. */
import { ORIGIN } from './visitors.ts';

/** Fastest to slowest of what a workload may cost, as a share of raw `node:http` at the same work. */
export interface Workload {
  readonly name: WorkloadName;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** What is sent beside that. */
  readonly asks?: Readonly<Record<string, string>>;
  /** Is it asked with the tag of the answer, so that nothing is sent again? */
  readonly unchanged?: boolean;
  /** Is it asked by many visitors in turn, each with a token and a session? */
  readonly visitors?: boolean;
  /** What each of them sends; found out when the server runs. */
  readonly everybody?: readonly Readonly<Record<string, string>>[];
  /** Has the answer a tag and links, as those of resources have? */
  readonly tagged?: boolean;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers whose values are of the moment. */
  readonly moving?: readonly string[];
  /** What comes back; the port is part of some answers. */
  readonly answer: (port: number) => string;
  /** What Oriel should reach. */
  readonly target?: number;
  /** Servers that take part; all when left out. */
  readonly only?: readonly string[];
}

export type WorkloadName =
  | 'hello'
  | 'bare'
  | 'routes'
  | 'missing'
  | 'post'
  | 'item'
  | 'unchanged'
  | 'create'
  | 'page'
  | 'full'
  | 'full304'
  | 'log';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json';
export const HELLO = { hello: 'world', ok: true, n: 42 };
export const CREATED = '/api/books/1001';

/** 300 paths in 100 groups of three; the one that is asked for stands in the middle. */
export const PATHS: readonly string[] = Array.from({ length: 100 }, (_, group) => {
  const name = group === 50 ? 'resources' : `group${group}`;
  return [`/api/${name}`, `/api/${name}/{id}`, `/api/${name}/{id}/items/{itemId}`];
}).flat();

/** A new book, about 1 KB of it. */
export const BOOK = {
  isbn: '9781000324679',
  title: 'amber ocean signal island',
  description: 'quiet winter garden paper glass copper hollow violet thunder night river stone '.repeat(10).trim(),
  author: 'Ada Harbour',
  publisher: 'Window Press',
  publishedAt: '2021-06-11T00:00:00.000Z',
  language: 'en' as const,
  pages: 141,
  price: 6.5,
  inStock: true,
  tags: ['paper', 'river'],
};

/** What a server tells of the book it was sent. */
export function created({ isbn, title }: { isbn: string; title: string }): { id: number; isbn: string; title: string } {
  return { id: 1001, isbn, title };
}

/** The problem document (RFC 9457) for a path that nobody knows. */
export function missing(method: string, url: string): Readonly<Record<string, unknown>> {
  return { type: 'about:blank', title: 'Not Found', status: 404, detail: `No route found for "${method} ${url}"` };
}

/** One book as a resource of its own: negotiated, with tag, links and all. */
export const ITEM = { id: 1001, ...BOOK, description: 'quiet winter garden paper glass copper', series: 7 };
export const ITEM_PATH = `/api/books/${ITEM.id}`;
const ITEM_HEADERS = {
  'cache-control': 'max-age=60, public',
  'content-location': ITEM_PATH,
  vary: 'Accept',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
} as const;

/** Where the documentation is. */
export function documentation(host: string): string {
  return `<http://${host}/api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
}

const item = {
  method: 'GET',
  path: ITEM_PATH,
  asks: { Accept: 'application/json, */*;q=0.5' },
  contentType: JSON_TYPE,
  tagged: true,
  headers: ITEM_HEADERS,
} as const;

/** The same for visitors of another origin, each logged in and with a language: everything a host looks at at once. */
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
  asks: { Accept: 'application/json, */*;q=0.5', 'Accept-Language': 'fr-CH, fr;q=0.9, en;q=0.7', Origin: ORIGIN },
  contentType: JSON_TYPE,
  tagged: true,
  visitors: true,
  headers: FULL_HEADERS,
  moving: ['expires'],
  only: ['oriel', 'fastify'],
} as const;

/** What the answer to a new one says; it is kept nowhere, so that only the way to the store and back counts. */
export const NEW_ITEM = { id: 1001, ...BOOK };

/** The rows of the table `books`, with 12 fields, and the page of them that is asked for. */
export const ROWS = Array.from({ length: 1000 }, (_row, index) => {
  const { tags: _tags, ...book } = ITEM;
  return { ...book, id: index + 1, isbn: String(9_781_000_000_000 + index), price: 6.5 + (index % 7) / 4 };
});
export const PAGE = 7;
export const PAGE_SIZE = 30;
export const PAGES = Math.ceil(ROWS.length / PAGE_SIZE);
export const PAGE_HEADERS = {
  'accept-post': 'application/json, application/ld+json',
  'cache-control': 'max-age=60, public',
  vary: 'Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
  'x-total-count': String(ROWS.length),
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

/** The links of a page: documentation, and the way through the list. */
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

const MISSING_PATH = '/api/nope/123';

const hello = {
  method: 'GET',
  path: '/api/hello',
  status: 200,
  contentType: JSON_TYPE,
  headers: {},
  answer: () => JSON.stringify(HELLO),
} as const;

export const WORKLOADS: readonly Workload[] = [
  { ...hello, name: 'hello', title: 'small JSON', target: 0.92 },
  { ...hello, name: 'bare', title: 'small JSON, no X-Request-Id', only: ['raw', 'oriel'] },
  {
    name: 'routes',
    title: '300 routes, 2 parameters',
    method: 'GET',
    path: '/api/resources/42/items/7',
    status: 200,
    contentType: JSON_TYPE,
    headers: {},
    answer: () => '{"id":"42","itemId":"7"}',
    target: 0.88,
  },
  {
    name: 'missing',
    title: '404 among 300 routes',
    method: 'GET',
    path: MISSING_PATH,
    status: 404,
    contentType: PROBLEM_TYPE,
    headers: { vary: 'Accept', 'cache-control': 'no-cache, private' },
    answer: (port) => JSON.stringify(missing('GET', `http://127.0.0.1:${port}${MISSING_PATH}`)),
    target: 0.8,
  },
  {
    name: 'post',
    title: 'validated POST of 1 KB',
    method: 'POST',
    path: '/api/books',
    body: JSON.stringify(BOOK),
    status: 201,
    contentType: JSON_TYPE,
    headers: { location: CREATED },
    answer: () => JSON.stringify(created(BOOK)),
    target: 0.7,
  },
  { ...item, name: 'item', title: 'one item of a resource', status: 200, answer: () => JSON.stringify(ITEM) },
  { ...item, name: 'unchanged', title: 'the same with its tag: 304', status: 304, unchanged: true, answer: () => '' },
  {
    name: 'create',
    title: 'POST of a resource, 1 KB validated',
    method: 'POST',
    path: '/api/books',
    asks: item.asks,
    body: JSON.stringify(BOOK),
    status: 201,
    contentType: JSON_TYPE,
    tagged: true,
    headers: CREATED_HEADERS,
    answer: () => JSON.stringify(NEW_ITEM),
  },
  {
    name: 'page',
    title: 'page of 30 items of 12 fields from SQLite',
    method: 'GET',
    path: `/api/books?page=${PAGE}`,
    asks: item.asks,
    status: 200,
    contentType: JSON_TYPE,
    tagged: true,
    headers: PAGE_HEADERS,
    answer: () => JSON.stringify(ROWS.slice((PAGE - 1) * PAGE_SIZE, PAGE * PAGE_SIZE)),
  },
  {
    ...full,
    name: 'full',
    title: 'full stack, one item',
    status: 200,
    answer: () => JSON.stringify(ITEM),
    target: 0.6,
  },
  {
    ...full,
    name: 'full304',
    title: 'the same with its tag: 304',
    status: 304,
    unchanged: true,
    answer: () => '',
    target: 0.7,
  },
  { ...hello, name: 'log', title: 'small JSON, access log on' },
];
