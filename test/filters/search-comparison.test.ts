import { deepEqual, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { resource } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { openSearchedStores } from './search-stores.ts';
import type { PageRow } from './search-stores.ts';

const { stores, close } = await openSearchedStores('search_comparison');
after(close);

const Page = z.object({ id: z.int(), title: z.string(), body: z.string().nullable() });

// Words that all tokenizers read as one word. Only they have the same meaning in all stores.
const WORDS = [
  'blue',
  'Blue',
  'WHALE',
  'whale',
  'whales',
  'ship',
  'Ships',
  'straße',
  'été',
  'ete',
  'mer',
  'v2',
  '12',
  'x',
  'Ωmega',
];
const word = fc.constantFrom(...WORDS);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ', ', '. ', '\n', ' (', ') ', '! ', '; ')), { maxLength: 8 })
  .map((parts) => parts.flat().join(''));
const content = fc.array(
  // A phrase would begin in one field and end in the other on PostgreSQL only.
  fc.record({ title: text.map((element) => `${element} end`), body: fc.option(text, { freq: 4 }) }),
  { minLength: 1, maxLength: 12 },
);
const term = fc
  .tuple(fc.boolean(), fc.array(word, { minLength: 1, maxLength: 3 }))
  .map(([excluded, words]) => `${excluded ? '-' : ''}${words.length > 1 ? `"${words.join(' ')}"` : words[0]}`);
const search = fc
  .array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((alternatives) => alternatives.map((terms) => terms.join(' ')).join(' or '));

test('all stores find the same rows for the same words, phrases, exclusions and alternatives', async () => {
  const runs = Number(process.env['ORIEL_SEARCHES'] ?? 20);
  let found = 0;
  const property = fc.asyncProperty(
    content,
    fc.array(search, { minLength: 15, maxLength: 15 }),
    async (rows, searches) => {
      const pages = rows.map((row, index): PageRow => ({ id: index + 1, team: 'core', secret: '', ...row }));
      const results: [string, number[][]][] = [];
      for (const { name, skip, open } of stores) {
        if (skip !== false) continue;
        const store = await open(pages);
        const definition = { id: 'id', page: { by: 'none' }, search: ['title', 'body'], store } as const;
        const { host, send } = createTestHost({ log: false, resources: [resource('pages', Page, definition)] });
        await using _ = host;
        const ids: number[][] = [];
        for (const other of searches) {
          const response = await send(`GET /api/pages?search=${encodeURIComponent(other)}`);
          ids.push(((await response.json()) as { id: number }[]).map(({ id }) => id));
        }
        results.push([name, ids]);
      }
      const [[, expected] = ['', []]] = results;
      found += expected.filter((ids) => ids.length > 0 && ids.length < rows.length).length;
      for (const [name, ids] of results)
        for (const [index, element] of searches.entries())
          deepEqual(ids[index], expected[index], `${name}: ${element} in ${JSON.stringify(rows)}`);
    },
  );
  await fc.assert(property, { seed: Number(process.env['ORIEL_SEED'] ?? 20_261_123), numRuns: runs });
  ok(found > runs, `${found} searches found some of the rows`);
});
