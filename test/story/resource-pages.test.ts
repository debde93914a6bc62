import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, filter, memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import type { Format } from 'oriel-host/resources';
import { jsonApiDialect } from '../../packages/host/src/features/resources/model/query-dialect.ts';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';
import type { Send } from './test-transports.ts';

const Book = z.object({
  id: z.int(),
  title: z.string(),
  price: z.number(),
  cost: z.number(),
  author: z.int().nullable(),
});
const rows = Array.from({ length: 11 }, (_, id) => ({
  id,
  title: `T${id % 3}`,
  price: id,
  cost: 11 - id,
  author: null,
}));
const Author = z.object({ id: z.int(), name: z.string(), mail: z.string() });

// Writes the IDs of the items and the links.
const links: Format = {
  name: 'links',
  types: ['application/links+json'],
  contentType: 'application/links+json',
  describe: { list: () => ({ type: 'object', required: ['ids', 'self'] }) },
  writeItem: (item) => JSON.stringify(item),
  writeList: ({ page, links: all }) =>
    JSON.stringify({ ids: page.items.map(({ id }) => id), total: page.total, ...all }),
};
const withDialect: Format = {
  ...{
    ...links,
    name: 'dialect',
    types: ['application/dialect+json'],
    contentType: 'application/dialect+json',
    dialect: jsonApiDialect,
  },
  describe: { list: () => ({ type: 'object', required: ['items'] }) },
  writeList: ({ page, links: all }, run) =>
    JSON.stringify({
      items: page.items.map((item) => run.shownFields.map((name) => item[name])),
      next: all.next,
      include: run.query!.formatParameters['include'],
      authors: run.query!.fieldsByType.get('Author'),
    }),
};

const filters = { title: filter.exact(), price: filter.range(), order: filter.order(['id', 'title', 'price']) };
const host = (by: 'offset' | 'cursor', more: object = {}): HostConfig => ({
  log: { level: 'none' },
  api: { formats: [links, withDialect] },
  resources: [
    resource('books', Book, {
      id: 'id',
      links: { author: 'authors' },
      filters,
      page: { by, size: 4, max: 5, ...more },
      store: memoryStore(rows),
    }),
    resource('authors', Author, {
      id: 'id',
      fields: { mail: 'never' },
      provide: { list: () => [] },
    }),
  ],
});

interface ListBody {
  ids: number[];
  total?: number;
  self: string;
  first?: string;
  previous?: string;
  next?: string;
  last?: string;
}

async function read(send: Send, path: string): Promise<ListBody> {
  const response = await send(`GET ${path}`);
  equal(response.status, 200, path);
  return (await response.json()) as ListBody;
}

testTransports(
  'links to numbered pages repeat all other query parameters, sorted by name',
  host('offset'),
  async (send) => {
    deepEqual(await read(send, '/api/books?price[gte]=1&title[]=T1&title[]=T0&itemsPerPage=3&page=2'), {
      ids: [6, 7, 9],
      total: 7,
      self: '/api/books?itemsPerPage=3&price%5Bgte%5D=1&title%5B%5D=T1&title%5B%5D=T0&page=2',
      first: '/api/books?itemsPerPage=3&price%5Bgte%5D=1&title%5B%5D=T1&title%5B%5D=T0&page=1',
      previous: '/api/books?itemsPerPage=3&price%5Bgte%5D=1&title%5B%5D=T1&title%5B%5D=T0&page=1',
      next: '/api/books?itemsPerPage=3&price%5Bgte%5D=1&title%5B%5D=T1&title%5B%5D=T0&page=3',
      last: '/api/books?itemsPerPage=3&price%5Bgte%5D=1&title%5B%5D=T1&title%5B%5D=T0&page=3',
    });
    // A list that fits on one page has no links to pages, as in API Platform.
    deepEqual(await read(send, '/api/books?title=T2&price[lt]=3'), {
      ...{ ids: [2], total: 1, self: '/api/books?price%5Blt%5D=3&title=T2' },
    });
    deepEqual(await read(send, '/api/books?page=99'), {
      ...{ ids: [], total: 11, self: '/api/books?page=99' },
      ...{ first: '/api/books?page=1', previous: '/api/books?page=98', last: '/api/books?page=3' },
    });
    deepEqual(await read(send, '/api/books?itemsPerPage=0'), {
      ids: [],
      total: 11,
      self: '/api/books?itemsPerPage=0',
    });
    equal((await read(send, '/api/books?itemsPerPage=999')).ids.length, 5);
    const { total, last, next } = await read(send, '/api/books?partial=true&page=2');
    deepEqual([total, last, next], [undefined, undefined, '/api/books?partial=true&page=3']);
    equal((await send('GET /api/books?pagination=false')).status, 400);
    equal((await send('GET /api/books?cursor=x')).status, 400);
  },
);

testTransports('a list without a count links to its first page and names it', host('offset'), async (send) => {
  const [first, only, last] = [
    '/api/books?partial=true',
    '/api/books?partial=true&price[gte]=8',
    '/api/books?partial=true&page=3',
  ];
  deepEqual(await read(send, first), {
    ids: [0, 1, 2, 3],
    ...{ self: `${first}&page=1`, first: `${first}&page=1`, next: `${first}&page=2` },
  });
  const page = '/api/books?partial=true&price%5Bgte%5D=8&page=1';
  deepEqual(await read(send, only), { ids: [8, 9, 10], self: page, first: page });
  deepEqual(await read(send, last), {
    ids: [8, 9, 10],
    ...{ self: last, first: `${first}&page=1`, previous: `${first}&page=2` },
  });
});

testTransports('a page past the end of a short list links back', host('offset'), async (send) => {
  const list = '/api/books?price%5Blt%5D=3&title=T2';
  deepEqual(await read(send, `${list}&page=2`), {
    ids: [],
    total: 1,
    ...{ self: `${list}&page=2`, first: `${list}&page=1`, previous: `${list}&page=1`, last: `${list}&page=1` },
  });
});

testTransports('cursor pages continue from an item in both directions', host('cursor'), async (send) => {
  const first = await read(send, '/api/books?order[title]=desc&order[price]=asc');
  deepEqual(first.ids, [2, 5, 8, 1]);
  deepEqual([first.total, first.previous, first.last], [undefined, undefined, undefined]);
  // The sequence of the "order" parameters is significant.
  equal(first.first, '/api/books?order%5Btitle%5D=desc&order%5Bprice%5D=asc');
  const second = await read(send, first.next!);
  deepEqual(second.ids, [4, 7, 10, 0]);
  equal(second.self, first.next);
  const third = await read(send, second.next!);
  deepEqual([third.ids, third.next], [[3, 6, 9], undefined]);
  const back = await read(send, third.previous!);
  deepEqual(back.ids, second.ids);
  deepEqual((await read(send, back.previous!)).ids, first.ids);
  // The position of a cursor does not depend on the page size and the filters.
  deepEqual((await read(send, `${first.next!}&itemsPerPage=2`)).ids, [4, 7]);
  deepEqual((await read(send, `${first.next!}&price[lt]=7`)).ids, [4, 0, 3, 6]);
  const past = await read(send, `${second.next!}&price[gt]=9`);
  deepEqual(past.ids, []);
  deepEqual((await read(send, past.previous!)).ids, [10]);
});

testTransports('a cursor of another list is rejected', host('cursor'), async (send) => {
  const { next } = await read(send, '/api/books?order[price]=asc');
  const cursor = new URL(next!, 'http://localhost').searchParams.get('cursor')!;
  for (const query of [
    `cursor=${cursor}`,
    `order[price]=desc&cursor=${cursor}`,
    `order[price]=asc&cursor=${cursor.slice(2)}`,
    'cursor=',
    'cursor=%F0%9F%98%80',
    `cursor=${'A'.repeat(4000)}`,
  ]) {
    const response = await send(`GET /api/books?${query}`);
    equal(response.status, 400, query);
    const { errors } = (await response.json()) as { errors: { parameter: string; detail: string; code: string }[] };
    deepEqual([errors.length, errors[0]!.parameter, errors[0]!.code], [1, 'cursor', 'invalid_cursor']);
    match(errors[0]!.detail, /omit it to start at the first page/);
  }
  equal((await send('GET /api/books?page=2')).status, 400);
});

testTransports('a cursor is valid in another process with the same secret', host('cursor'), async (send) => {
  const secret = (): HostConfig => ({ ...host('cursor'), secret: 'a secret of at least 32 bytes, shared by all' });
  const [one, other] = [defineHost(secret()), defineHost(secret())];
  const { next } = (await (await one.fetch(new Request('http://localhost/api/books'))).json()) as ListBody;
  const page = await other.fetch(new Request(`http://localhost${next}`));
  deepEqual(((await page.json()) as ListBody).ids, [4, 5, 6, 7]);
  equal((await send(`GET ${next!}`)).status, 400);
});

testTransports('a format with a dialect accepts the query parameters of the dialect', host('offset'), async (send) => {
  const sendQuery = (query: string) =>
    send(`GET /api/books?${query}`, { headers: { Accept: 'application/dialect+json' } });
  const answer = await sendQuery(
    'sort=-title,price&page[number]=2&page[size]=2&fields[Book]=id,title&fields[authors]=name&filter[price][gte]=2&include=x',
  );
  deepEqual(await answer.json(), {
    items: [
      [8, 'T2'],
      [4, 'T1'],
    ],
    next: '/api/books?fields%5BBook%5D=id%2Ctitle&fields%5Bauthors%5D=name&filter%5Bprice%5D%5Bgte%5D=2&include=x&page%5Bsize%5D=2&sort=-title%2Cprice&page%5Bnumber%5D=3',
    include: 'x',
    authors: ['name'],
  });
  equal((await sendQuery('filter[or][0][price][lt]=1&filter[or][1][title]=T2')).status, 200);
  const invalid = await sendQuery('page=2&title=T1&sort=titel&fields[Book]=nope&filter[titel]=1&order[title]=asc');
  equal(invalid.status, 400);
  deepEqual(
    ((await invalid.json()) as { errors: { parameter: string; detail: string }[] }).errors.map((error) => [
      error.parameter,
      error.detail,
    ]),
    [
      ['page', 'unknown parameter in JSON:API; use "page[number]"'],
      ['title', 'unknown parameter in JSON:API; use "filter[title]"'],
      ['sort', 'names "titel", which is not a sort key; did you mean "title"?'],
      ['fields[Book]', 'names "nope", which is not a field of Book; known fields: id, title, price, cost, author'],
      ['filter[titel]', 'unknown parameter; did you mean "filter[title]"?'],
      ['order[title]', 'unknown parameter; did you mean "filter[title]"?'],
    ],
  );
});

function findIssues(definition: object): string[] {
  try {
    defineHost({ resources: [resource('books', Book, { id: 'id', provide: { list: () => [] }, ...definition })] });
  } catch (error) {
    if (error instanceof HostConfigError)
      return error.issues.map(({ place, reason }) => `${place.replace('resources[0] "books".', '')}: ${reason}`);
    throw error;
  }
  return [];
}

test('filters and orders on unreadable fields are configuration errors', () => {
  const hidden = { fields: { cost: 'never' as const } };
  deepEqual(
    findIssues({
      ...hidden,
      filters: {
        cost: filter.range(),
        q: filter.search(['title', 'cost']),
        exists: filter.exists(['cost']),
        order: filter.order(['cost']),
      },
      order: { cost: 'asc' },
    }),
    [
      'filters.cost: No user may read "cost", but the filter would reveal its value',
      'filters.q: No user may read "cost", but the filter would reveal its value',
      'filters.exists: No user may read "cost", but the filter would reveal its value',
      'filters.order: No user may read "cost", but the filter would reveal its value',
      'order.cost: No user may read "cost", but the order would reveal its value',
    ],
  );
  deepEqual(findIssues({ fields: { cost: () => true }, order: { cost: 'asc' }, page: { by: 'cursor' } }), [
    'order.cost: Reading "cost" is restricted, but cursors would contain its values',
  ]);
});

test('invalid filters, views and query parameters are configuration errors', () => {
  const query = z.object({ page: z.int(), title: z.string(), q: z.string() });
  deepEqual(
    findIssues({
      filters: {
        page: filter.exact('id'),
        title: filter.exact(),
        price: filter.partial(),
        nope: filter.exact(),
        other: filter.exact('title.name'),
      },
      views: { short: ['id', 'titel'] },
      operations: { list: { view: 'shirt', query } },
    }),
    [
      'filters.page: The query parameter "page" is reserved',
      'filters.price: filter.partial cannot be used with "price", which is a number',
      'filters.nope: "books" has no field "nope"',
      'filters.other: "title" is not a link, so "title.name" cannot be resolved',
      'views.short: The schema has no field "titel"',
      'operations.list.view: Unknown view "shirt"',
      'operations.list.query: The query parameter "page" is already used by the host or a filter',
      'operations.list.query: The query parameter "title" is already used by the host or a filter',
    ],
  );
});
