import { deepEqual, equal, match } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { filter, resource } from 'oriel-host';
import { z } from 'zod';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { createCheckedHost } from '../lib/checked-host.ts';
import { until } from '../safety/support/recorded-host.ts';
import { openSearchedStores } from './search-stores.ts';
import type { PageRow } from './search-stores.ts';

const Page = z.object({ id: z.int(), team: z.string(), title: z.string(), body: z.string().nullable() });
const row = (id: number, title: string, body: string, team = 'core'): PageRow => ({
  id,
  team,
  title,
  body,
  secret: '',
});
// Texts of the same length, with one to four times the word.
const ROWS = [
  row(1, 'Whale', 'one two three'),
  row(2, 'Whale', 'whale two three'),
  row(3, 'Paint', 'one two three'),
  row(4, 'Whale', 'whale whale whale'),
  row(5, 'Whale', 'whale whale three'),
  row(6, 'Whale', 'whale whale whale', 'docs'),
  row(7, 'Whale', 'one two three'),
];

const { stores, close } = await openSearchedStores('search_order');
after(close);

for (const { name, skip, open } of stores)
  describe(`order: 'relevance' of ${name}`, { skip }, () => {
    const find = async (query: string): Promise<[ids: number[], total: string | null]> => {
      const search = { fields: ['title', 'body'], order: 'relevance' } as const;
      const pages = resource('pages', Page, {
        ...{ id: 'id', search, order: { id: 'desc' }, store: await open(ROWS) },
        filters: { title: filter.partial(), order: filter.order(['id']) },
      });
      const tenant = { value: () => 'core', field: 'team' };
      const { host, send } = createCheckedHost({ log: false, api: { tenant }, resources: [pages] });
      await using _ = host;
      const response = await send(`GET /api/pages?${query}`);
      const found = (await response.json()) as { id: number }[];
      return [found.map(({ id }) => id), response.headers.get('x-total-count')];
    };

    test('sorts by relevance, then in the order of the resource, on all pages', async () => {
      deepEqual(await find('search=whale'), [[4, 5, 2, 7, 1], '5']);
      deepEqual(await find('search=whale&itemsPerPage=2'), [[4, 5], '5']);
      deepEqual(await find('search=whale&itemsPerPage=2&page=2'), [[2, 7], '5']);
      deepEqual(await find('search=whale&title=whale&fields=id'), [[4, 5, 2, 7, 1], '5']);
    });

    test('keeps the order of the request, and that of the resource without words', async () => {
      deepEqual(await find('search=whale&order[id]=asc'), [[1, 2, 4, 5, 7], '5']);
      deepEqual(await find('search='), [[7, 5, 4, 3, 2, 1], '6']);
      deepEqual(await find('search=-whale'), [[3], '1']);
      deepEqual(await find('or[0][search]=whale&or[1][title]=paint'), [[7, 5, 4, 3, 2, 1], '6']);
    });

    test('sorts rows that an alternative finds by the absence of words last', async () => {
      deepEqual(await find('search=whale+or+-whale'), [[4, 5, 2, 7, 1, 3], '6']);
    });
  });

test('the profiler shows the order by relevance', async () => {
  const storage = new MemoryProfileStorage();
  const search = { fields: ['title'], order: 'relevance' } as const;
  const store = await stores[0]!.open(ROWS);
  const { host } = createCheckedHost({
    resources: [resource('pages', Page, { id: 'id', search, store })],
    profiler: { storage },
  });
  await using _ = host;
  const origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  const response = await fetch(`${origin}/api/pages?search=whale`);
  equal(response.status, 200);
  await response.text();
  const token = response.headers.get('x-debug-token')!;
  await until(() => storage.read(token), 'the profile');
  const panel = await (await fetch(`${origin}/_profiler/${token}.md?panel=operation`)).text();
  match(panel, /`Order`: `relevance, id asc`/);
});
