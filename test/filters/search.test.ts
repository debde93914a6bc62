import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { filter, resource } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { openSearchedStores } from './search-stores.ts';
import type { PageRow } from './search-stores.ts';

const Page = z.object({
  id: z.int(),
  team: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  secret: z.string(),
});
const row = (id: number, title: string, body: string | null = null, team = 'core'): PageRow => {
  return { id, team, title, body, secret: 'hidden treasure' };
};
const ROWS = [
  row(1, 'The blue whale', 'A whale, not a fish'),
  row(2, 'Blue paint', 'For the hull; BLUE or white'),
  row(3, 'Whales and ships', 'The whale, blue as the sea'),
  row(4, 'Nothing'),
  row(5, 'Blue whale', 'of another team', 'docs'),
  row(6, 'été à la mer', 'Straße 12'),
];

const { stores, close } = await openSearchedStores('search');
after(close);

for (const { name, skip, open } of stores)
  describe(`search of ${name}`, { skip }, () => {
    const start = async () =>
      createCheckedHost({
        log: false,
        api: {
          formats: ['json', 'jsonld', 'jsonapi', 'hal', 'csv', 'ndjson'],
          tenant: { value: ({ headers }) => headers.get('x-team'), field: 'team' },
        },
        resources: [
          resource('pages', Page, {
            id: 'id',
            page: { by: 'cursor', size: 1, count: true },
            filters: { title: filter.partial(), id: filter.range() },
            search: ['title', 'body'],
            acceptQuery: true,
            store: await open(ROWS),
          }),
        ],
      });
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const { host, send } = await start();
      await using _ = host;
      const response = await send(`GET ${path}`, { headers: { 'X-Team': 'core', ...headers } });
      return { response, text: await response.text() };
    };
    const find = async (search: string, more = '', headers?: Record<string, string>): Promise<number[]> => {
      const { text } = await ask(`/api/pages?itemsPerPage=50&search=${encodeURIComponent(search)}${more}`, headers);
      return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
    };

    test('finds the rows of the tenant with all words, in any field and case', async () => {
      deepEqual(await find('blue'), [1, 2, 3]);
      deepEqual(await find('BLUE Whale'), [1, 3]);
      deepEqual(await find('paint hull'), [2]);
      deepEqual(await find('blue whale', '', { 'X-Team': 'docs' }), [5]);
      deepEqual(await find('whal'), []);
      deepEqual(await find('été mer'), [6]);
      deepEqual(await find('straße 12'), [6]);
    });

    test('supports phrases, excluded words and alternatives', async () => {
      deepEqual(await find('"blue whale"'), [1]);
      deepEqual(await find('blue -whale'), [2]);
      deepEqual(await find('-blue'), [4, 6]);
      deepEqual(await find('paint or fish'), [1, 2]);
      deepEqual(await find('nothing or -blue'), [4, 6]);
      deepEqual(await find('blue -"blue whale"'), [2, 3]);
    });

    test('returns all rows without words, and does not search in other columns', async () => {
      for (const search of ['', ' ', '!!', '"" - --']) deepEqual(await find(search), [1, 2, 3, 4, 6], search);
      deepEqual(await find('treasure'), []);
    });

    test('combines with filters, alternatives, and pages by cursor with a total count', async () => {
      deepEqual(await find('whale', '&title=ships'), [3]);
      deepEqual(await find('', '&or[0][search]=paint&or[1][search]=fish&or[1][id][lt]=9'), [1, 2]);
      const seen: number[] = [];
      let path: string | undefined = '/api/pages?search=blue';
      while (path !== undefined) {
        const { response, text } = await ask(path);
        equal(response.headers.get('x-total-count'), '3');
        seen.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id));
        path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      deepEqual(seen, [1, 2, 3]);
    });

    test('works in every format, and in the body of QUERY', async () => {
      const csv = await ask('/api/pages?itemsPerPage=9&search=paint&fields=id,title', { Accept: 'text/csv' });
      equal(csv.text, 'id,title\r\n2,Blue paint\r\n');
      const lines = await ask('/api/pages?itemsPerPage=9&search=paint', { Accept: 'application/x-ndjson' });
      match(lines.text, /^\{"id":2,.*\}\n$/);
      const jsonApi = await ask('/api/pages?filter[search]=paint', { Accept: 'application/vnd.api+json' });
      match(jsonApi.text, /"data":\[\{[^{]*"id":"2"/);
      const hydra = await ask('/api/pages?search=paint', { Accept: 'application/ld+json' });
      match(hydra.text, /"variable":"search","property":null/);
      const hal = await ask('/api/pages?search=paint', { Accept: 'application/hal+json' });
      match(hal.text, /"id":2/);
      const { host, send } = await start();
      await using _ = host;
      const headers = { 'X-Team': 'core', 'Content-Type': 'application/json' };
      const found = await send('QUERY /api/pages', { headers, body: JSON.stringify({ search: 'paint' }) });
      match(await found.text(), /^\[\{"id":2/);
    });

    test('never fails for a hostile search', async () => {
      const { host, send } = await start();
      await using _ = host;
      for (const search of HOSTILE) {
        const response = await send(`GET /api/pages?search=${encodeURIComponent(search)}`, {
          headers: { 'X-Team': 'core' },
        });
        const text = await response.text();
        ok(
          [200, 400].includes(response.status),
          `${JSON.stringify(search).slice(0, 80)}: ${response.status} ${text.slice(0, 300)}`,
        );
      }
      const refused = async (query: string): Promise<string> => (await ask(`/api/pages?search=${query}`)).text;
      match(await refused('a%00b'), /U\+0000/);
      match(await refused('a+'.repeat(21)), /more than 20 words/);
      match(await refused('a.'.repeat(21)), /more than 20 words/);
      match(await refused('a'.repeat(4097)), /longer than 4096 characters/);
      match(await refused('%ff'), /not valid UTF-8/);
    });
  });

for (const { name, skip, open } of stores)
  test(
    `a long text with many words does not fail a search of ${name}`,
    { skip: skip || /tsvector|drizzle/.test(name) },
    async () => {
      const words = Array.from({ length: 200_000 }, (_, index) => `w${index}ord`).join(' ');
      const pages = resource('pages', Page, { id: 'id', search: ['body'], store: await open([row(1, 'Long', words)]) });
      const { host, send } = createCheckedHost({ log: false, resources: [pages] });
      await using _ = host;
      equal((await send('GET /api/pages?search=w7ord&fields=id')).status, 200);
    },
  );

// Operators of tsquery, of FTS5 and of SQL, and unusual text.
const HOSTILE = [
  ...[
    '"',
    '""',
    '"a',
    'a"',
    '"a" "',
    "'",
    "a' or '1'='1",
    '\\',
    "\\'",
    '%',
    '_',
    '*',
    'a*',
    '^a',
    'a:*',
    'a:A',
    ':',
    '(',
  ],
  ...[
    ')',
    '(a',
    'a)',
    'a & b',
    'a | b',
    '!a',
    'a <-> b',
    'a <2> b',
    '&',
    '|',
    '!',
    '<->',
    'a AND',
    'AND',
    'OR',
    'or',
    'NOT',
  ],
  ...[
    'or or or',
    'a or',
    'or a',
    'a or or b',
    '- a',
    '--a',
    '-',
    '-"',
    '-or',
    'NEAR(a b)',
    'NEAR',
    'title:a',
    'body : a',
  ],
  ...[
    '{title} : a',
    'pages_index',
    '+a',
    'a + b',
    'a-b',
    'a@b.example',
    'https://b.example/c?d=e',
    '1.5e10',
    '-1',
    '0x1f',
  ],
  ...[
    '<script>alert(1)</script>',
    '; drop table pages',
    '$1',
    '?',
    ':a',
    '@a',
    '\n',
    '\t',
    '\u{1f600}',
    '\u0301',
    'e\u0301',
  ],
  ...[
    '\u200b',
    '\u202e',
    '\ufeff',
    'ﬁ',
    'İ',
    'Σς',
    '漢字',
    '\u{10ffff}',
    '\ud7ff',
    'the',
    'a'.repeat(4096),
    '漢'.repeat(800),
  ],
  ...['" '.repeat(1300), '-'.repeat(4096), '('.repeat(4096), '"'.repeat(2700), 'or '.repeat(19), '-a '.repeat(19)],
];
