import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';
import { findSearchResults } from './search-results.ts';
import type { SearchResults } from './search-results.ts';

/** Creates a storage with a request for each word: `h` is a health check; the first word is the newest. */
function store(words: string): MemoryProfileStorage {
  const storage = new MemoryProfileStorage();
  const now = Date.now();
  storage.write(
    [...words].map((word, index) =>
      createProfile(word === 'h' ? 'GET /healthz' : `GET /${word}${index}`, { summary: { time: now - index } }),
    ),
  );
  return storage;
}

async function find(storage: MemoryProfileStorage, cursor?: string): Promise<SearchResults> {
  const found = await findSearchResults(storage, new URLSearchParams({ limit: '3', ...(cursor && { cursor }) }));
  assert.ok('rows' in found);
  return found;
}

async function allPages(storage: MemoryProfileStorage): Promise<SearchResults[]> {
  const pages = [await find(storage)];
  while (pages.at(-1)!.next !== undefined) pages.push(await find(storage, pages.at(-1)!.next));
  return pages;
}

const getPaths = ({ rows }: SearchResults): string[] => rows.map(({ path }) => path);

describe('the previous page', () => {
  for (const words of ['a'.repeat(50), 'hhaaahaahhhaahaaaahahaha', 'haaaaaaa', 'aaahhhhhhhhhhaaaaaa', 'hhhhhaaaaaa'])
    test(`has the rows that it had before, with requests ${words}`, async () => {
      const storage = store(words);
      const pages = await allPages(storage);
      for (let index = pages.length - 1, page = pages.at(-1)!; index > 0; index--) {
        assert.notEqual(page.query.cursor, undefined);
        page = await find(storage, page.previous);
        assert.deepEqual(getPaths(page), getPaths(pages[index - 1]!));
        assert.deepEqual(page.matched, pages[index - 1]!.matched);
        // The first page has no cursor, so that it is live.
        if (index === 1) assert.deepEqual([page.query.cursor, page.previous], [undefined, undefined]);
      }
    });
});
