import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, filter, resource } from 'oriel-host';
import type { OperationInput } from '../../packages/host/src/features/resources/declare/field-input.ts';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { testTransports } from './test-transports.ts';
import type { Send } from './test-transports.ts';

const Author = z.object({ id: z.number().int(), name: z.string(), salary: z.number() });
const Book = z.object({
  id: z.number().int(),
  title: z.string(),
  price: z.number(),
  pages: z.number().int(),
  sold: z.number().int().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  author: z.number().int().nullable(),
  margin: z.number(),
});

const books = Array.from({ length: 23 }, (_, index) => index + 1).map((id) => ({
  id,
  title: `Book ${String(id).padStart(2, '0')}`,
  price: id * 1.5,
  pages: id * 10,
  sold: id % 3 === 0 ? null : id,
  publishedAt: id % 5 === 0 ? null : `2020-${String(1 + (id % 12)).padStart(2, '0')}-15T10:00:00Z`,
  author: id % 4 === 0 ? null : 1 + (id % 3),
  margin: 23 - id,
}));
const authors = [1, 2, 3].map((id) => ({ id, name: `Author ${id}`, salary: id * 1000 }));
const isInternal = ({ headers }: Pick<OperationInput, 'headers'>) => headers.get('x-internal') === 'yes';

const library = resource('books', Book, {
  id: 'id',
  links: { author: 'authors' },
  page: { size: 5, max: 30, off: true },
  fields: { margin: isInternal },
  views: { short: ['id', 'title'], internal: ['title', 'margin'] },
  filters: {
    title: filter.partial(),
    price: filter.range(),
    pages: filter.exact<number>(),
    author: filter.exact(),
    publishedAt: filter.date(),
    margin: filter.range(),
    exists: filter.exists(['author', 'margin']),
    order: filter.order(['id', 'title', 'margin', 'sold']),
    q: filter.search(['title']),
    'author.salary': filter.range(),
  },
  provide: { list: () => books, get: ({ id }) => books.find((book) => book.id === id) },
});
const writers = resource('authors', Author, {
  id: 'id',
  fields: { salary: isInternal },
  provide: { list: () => authors, get: ({ id }) => authors.find((author) => author.id === id) },
});
const host = { log: { level: 'none' as const }, resources: [library, writers] };

const internal = { headers: { 'X-Internal': 'yes' } };

async function ids(send: Send, query: string, sent = {}): Promise<number[]> {
  const response = await send(`GET /api/books?${query}`, sent);
  equal(response.status, 200, query);
  return ((await response.json()) as { id: number }[]).map(({ id }) => id);
}

interface InvalidQuery {
  detail: string;
  errors: { parameter: string; detail: string; code: string }[];
}

async function getViolations(
  send: Send,
  query: string,
  sent = {},
  path = '/api/books',
): Promise<InvalidQuery['errors']> {
  const response = await send(`GET ${path}?${query}`, sent);
  equal(response.status, 400, query.slice(0, 100));
  return ((await response.json()) as InvalidQuery).errors;
}

testTransports('each kind of filter selects the matching items', host, async (send) => {
  deepEqual(await ids(send, 'title=K%2002'), [2]);
  deepEqual(await ids(send, 'title=k+02'), [2]);
  deepEqual(await ids(send, 'title[]=02&title[]=03'), [2, 3]);
  deepEqual(await ids(send, 'price[gte]=30&price[lt]=33'), [20, 21]);
  deepEqual(await ids(send, 'price%5Bbetween%5D=3..6'), [2, 3, 4]);
  deepEqual(await ids(send, 'pages=100'), [10]);
  deepEqual(await ids(send, 'pages[]=100&pages[]=110'), [10, 11]);
  deepEqual(await ids(send, 'author=/api/authors/1&itemsPerPage=3'), [3, 6, 9]);
  deepEqual(await ids(send, 'author=http://localhost/api/authors/1&itemsPerPage=3'), [3, 6, 9]);
  deepEqual(await ids(send, 'author=1&itemsPerPage=3'), [3, 6, 9]);
  deepEqual(await ids(send, 'exists[author]=false&itemsPerPage=2'), [4, 8]);
  deepEqual(await ids(send, 'publishedAt[after]=2020-06-01&publishedAt[strictly_before]=2020-08-01'), [6, 17, 18]);
  deepEqual(await ids(send, 'q=book+07'), [7]);
});

testTransports('items must match all filters of at least one group of alternatives', host, async (send) => {
  deepEqual(await ids(send, 'or[0][title]=02&or[1][pages]=30'), [2, 3]);
  deepEqual(await ids(send, 'or[0][price][gte]=30&or[0][price][lt]=33&or[1][pages]=30'), [3, 20, 21]);
  deepEqual(await ids(send, 'or[0][pages][]=10&or[0][pages][]=20&or[7][pages]=30&price[gt]=2'), [2, 3]);
  deepEqual(
    (await getViolations(send, 'or[0][titel]=1&or[20][title]=1&or[x][title]=2&or[0][order][id]=asc')).map(
      (violation) => violation.parameter,
    ),
    ['or[0][titel]', 'or[20][title]', 'or[x][title]', 'or[0][order][id]'],
  );
});

testTransports('an unknown filter in a group is reported with a suggestion', host, async (send) => {
  equal((await getViolations(send, 'or[0][titel]=1'))[0]!.detail, 'unknown parameter; did you mean "or[0][title]"?');
});

testTransports('links of pages repeat all other query parameters, sorted by name', host, async (send) => {
  deepEqual(await ids(send, 'order[id]=desc&itemsPerPage=2'), [23, 22]);
  deepEqual(await ids(send, 'order[sold]=asc&itemsPerPage=3'), [3, 6, 9]);
  deepEqual(await ids(send, 'page=5'), [21, 22, 23]);
  deepEqual(await ids(send, 'page=99'), []);
  deepEqual(await ids(send, 'itemsPerPage=0'), []);
  equal((await ids(send, 'itemsPerPage=100')).length, 23);
  equal((await ids(send, 'pagination=false')).length, 23);
});

testTransports('an invalid query is a 400 with all violations and how to fix them', host, async (send) => {
  const errors = await getViolations(
    send,
    'page=0&itemsPerPage=x&titel=a&price[gtee]=1&available=maybe&author=nope&publishedAt[after]=soon&fields=titel&title=%ff&pages=1&pages=2',
  );
  deepEqual(
    errors.map(({ parameter, code }) => [parameter, code]),
    [
      ['title', 'invalid_encoding'],
      ['page', 'invalid_value'],
      ['itemsPerPage', 'invalid_value'],
      ['titel', 'unknown_parameter'],
      ['price[gtee]', 'unknown_parameter'],
      ['available', 'unknown_parameter'],
      ['author', 'invalid_value'],
      ['publishedAt[after]', 'invalid_value'],
      ['fields', 'invalid_value'],
      ['pages', 'invalid_value'],
    ],
  );
  const details = Object.fromEntries(errors.map(({ parameter, detail }) => [parameter, detail]));
  equal(details['titel'], 'unknown parameter; did you mean "title"?');
  equal(details['price[gtee]'], 'unknown parameter; did you mean "price[gte]"?');
  match(
    details['available']!,
    /known parameters: title, price\[between\|gt\|gte\|lt\|lte\], pages, author, publishedAt\[before/,
  );
  equal(details['pages'], 'was sent 2 times; to match any of several values, send pages[]');
});

testTransports('a page number that is too large is a 400 that names the maximum', host, async (send) => {
  deepEqual(await ids(send, 'page=999999999'), []);
  for (const page of ['1000000000', '9'.repeat(400)])
    deepEqual(await getViolations(send, `page=${page}`), [
      { parameter: 'page', detail: 'must be a whole number of at most 999999999', code: 'invalid_value' },
    ]);
  deepEqual(await ids(send, `itemsPerPage=${'9'.repeat(400)}`), await ids(send, 'itemsPerPage=30'));
});

testTransports('a field that the user cannot read gets the same error as an unknown field', host, async (send) => {
  deepEqual(await ids(send, 'order[margin]=asc&itemsPerPage=2', internal), [23, 22]);
  deepEqual(await ids(send, 'margin[lt]=2', internal), [22, 23]);
  deepEqual(await ids(send, 'author.salary[gt]=2000&itemsPerPage=2', internal), [2, 5]);
  const hidden = await send('GET /api/books?author.salary[gt]=2000');
  const unknown = await send('GET /api/books?author.yralas[gt]=2000');
  equal(hidden.status, 400);
  equal(await hidden.text(), (await unknown.text()).replaceAll('yralas', 'salary'));
  for (const query of [
    'margin[lt]=2',
    'order[margin]=asc',
    'exists[margin]=true',
    'fields=margin',
    'fields=title,margin',
    'properties[]=margin',
    'or[0][margin][lt]=3',
  ]) {
    const seen = await send(`GET /api/books?${query}`);
    const other = await send(`GET /api/books?${query.replace('margin', 'nargim')}`);
    equal(seen.status, 400);
    equal(await seen.text(), (await other.text()).replaceAll('nargim', 'margin'), query);
  }
});

testTransports('views and fields select the members of items', host, async (send) => {
  const first = async (query: string, sent = {}) =>
    ((await (await send(`GET /api/books?itemsPerPage=1&${query}`, sent)).json()) as object[])[0];
  deepEqual(await first('view=short'), { id: 1, title: 'Book 01' });
  deepEqual(await first('view=internal'), { title: 'Book 01' });
  deepEqual(await first('view=internal', internal), { title: 'Book 01', margin: 22 });
  deepEqual(await first('fields=price,title'), { title: 'Book 01', price: 1.5 });
  deepEqual(await first('properties[]=title&properties[]=price'), { title: 'Book 01', price: 1.5 });
  deepEqual(await first('view=short&fields=price'), { price: 1.5 });
  deepEqual(await getViolations(send, 'view=shirt'), [
    { parameter: 'view', detail: 'names "shirt", which is not a view; did you mean "short"?', code: 'invalid_value' },
  ]);
});

testTransports('malicious queries are rejected quickly', host, async (send) => {
  const many = Array.from({ length: 501 }, (_, index) => `a${index}`).join('&');
  const tooMany = await send(`GET /api/books?${many}`);
  equal(tooMany.status, 400);
  equal((await send(`GET /api/books?${'a=1&'.repeat(10_000)}`)).status, 414);
  match(((await tooMany.json()) as InvalidQuery).detail, /more than 500 query parameters/);
  equal((await getViolations(send, `title=${'x'.repeat(5000)}`))[0]!.detail, 'is longer than 4096 characters');
  for (const query of [
    '__proto__=1',
    '__proto__[title]=1',
    'constructor=1',
    'order[__proto__]=asc',
    'or[0][__proto__]=1',
    'fields=__proto__',
    `price${'[gt]'.repeat(300)}=1`,
    `or${'[0]'.repeat(300)}=1`,
    '%ed%a0%80=1',
    'title=%zz',
    'title=%',
    'title=%00',
    'pages=0x10',
    'pages=1e400',
    'price[gt]=NaN',
    'price[gt]=Infinity',
    'pages=99999999999999999999',
    'view=__proto__',
    '=1',
    'page=1e1',
    'author=/api/authors/%zz',
    'author=http://other.example/api/authors/1',
  ]) {
    const errors = await getViolations(send, query);
    equal(errors.length, 1, query);
    equal(JSON.stringify(errors).length < 1500, true, query);
  }
});

testTransports('a query with more than 30 conditions is rejected with 400', host, async (send) => {
  const titles = (count: number) => Array.from({ length: count }, (_, index) => `or[0][title][]=${index}`).join('&');
  equal((await send(`GET /api/books?${titles(30)}`)).status, 200);
  for (const query of [
    titles(31),
    `${titles(30)}&pages=10`,
    `${titles(29)}&price[between]=1..2`,
    Array.from({ length: 31 }, (_, index) => `title[]=${index}`).join('&'),
  ]) {
    const refused = await send(`GET /api/books?${query}`);
    equal(refused.status, 400);
    const { type, detail } = (await refused.json()) as { type: string; detail: string };
    match(type, /query-parameter/);
    equal(detail, 'The query has 31 conditions; at most 30 are allowed');
  }
});

testTransports('a list of exact values is one condition', host, async (send) => {
  const pages = Array.from({ length: 400 }, (_, index) => `pages[]=${index}`).join('&');
  equal((await ids(send, `${pages}&itemsPerPage=30`)).length, 23);
});

testTransports('a word that a search repeats is one condition', host, async (send) => {
  const titles = Array.from({ length: 15 }, (_, index) => `title[]=${index}`).join('&');
  deepEqual(await ids(send, `q=${'07+'.repeat(20)}&${titles}`), [7]);
});

test('the largest number of conditions is configurable', async () => {
  for (const [maxConditions, status] of [
    [1, 400],
    [2, 200],
  ] as const) {
    const limited = resource('books', Book, {
      id: 'id',
      filters: { title: filter.partial(), pages: filter.exact<number>() },
      provide: { list: () => books },
    });
    const { send } = createCheckedHost({ log: false, api: { maxConditions }, resources: [limited] });
    equal((await send('GET /api/books?title=02&pages=20')).status, status);
  }
});

test('a maxConditions that is not a positive integer is a configuration error', () => {
  for (const maxConditions of [0, 1.5])
    throws(() => defineHost({ api: { maxConditions }, resources: [library, writers] }), /maxConditions/);
});

testTransports('items with equal values in the requested order have the default order', host, async (send) => {
  deepEqual((await ids(send, 'order[sold]=desc&itemsPerPage=30')).slice(-7), [3, 6, 9, 12, 15, 18, 21]);
  deepEqual((await ids(send, 'order[sold]=asc&itemsPerPage=30')).slice(0, 7), [3, 6, 9, 12, 15, 18, 21]);
});

test('items with equal values in the requested order have the declared order of the resource', async () => {
  const ordered = resource('books', Book, {
    id: 'id',
    order: { pages: 'desc' },
    filters: { order: filter.order(['sold']) },
    provide: { list: () => books },
  });
  const { send } = createCheckedHost({ log: false, resources: [ordered] });
  const list = (await (await send('GET /api/books?order[sold]=asc')).json()) as { id: number }[];
  deepEqual(
    list.slice(0, 7).map(({ id }) => id),
    [21, 18, 15, 12, 9, 6, 3],
  );
});
