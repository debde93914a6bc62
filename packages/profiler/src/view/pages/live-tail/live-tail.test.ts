import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import type { ProfileSummary } from '../../../profile/profile.ts';
import type { QueryTerm } from '../../../store/search/profile-query.ts';

// The recorder keeps the timers that it finds when it is loaded.
mock.timers.enable({ apis: ['setInterval'] });
const { MemoryProfileStorage } = await import('../../../store/memory/memory-profile-storage.ts');
const { parseQueryText } = await import('../../../store/search/query-language.ts');
const { createProfile } = await import('../../../../../host/src/testing/index.ts');
const { LiveTail } = await import('./live-tail.ts');
mock.timers.reset();

describe('LiveTail', () => {
  let storage = new MemoryProfileStorage();
  let tail = new LiveTail(storage);
  let received: string[] = [];
  const ends: (() => void)[] = [];
  const listen = (q = '', after?: string): void => {
    const { terms } = parseQueryText(q) as { terms: readonly QueryTerm[] };
    ends.push(
      tail.subscribe(
        {
          query: { terms },
          onRows: (rows: readonly ProfileSummary[]) => received.push(...rows.map(({ path }) => path)),
        },
        after,
      ),
    );
  };
  const write = (line: string): string => {
    const profile = createProfile(line);
    storage.write([profile]);
    return profile.summary.token;
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    storage = new MemoryProfileStorage();
    tail = new LiveTail(storage);
    received = [];
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    mock.timers.reset();
  });

  test('sends new profiles once, the oldest first', () => {
    write('GET /before');
    listen();
    write('GET /one');
    write('GET /two');
    mock.timers.tick(250);
    mock.timers.tick(250);
    assert.deepEqual(received, ['/one', '/two']);
  });

  test('sends only profiles that match the search', () => {
    listen('path:/books');
    write('GET /cities');
    write('GET /books');
    mock.timers.tick(250);
    assert.deepEqual(received, ['/books']);
  });

  test('starts after the last received profile', () => {
    const last = write('GET /seen');
    write('GET /missed');
    listen('', last);
    assert.deepEqual(received, ['/missed']);
  });

  test('sends rows to all subscribers', () => {
    listen();
    listen();
    write('GET /one');
    mock.timers.tick(250);
    assert.deepEqual(received, ['/one', '/one']);
  });

  test('does not poll the store without subscribers or writes', () => {
    const find = mock.method(storage, 'find');
    listen();
    const begun = find.mock.callCount();
    mock.timers.tick(800);
    assert.equal(find.mock.callCount(), begun);
    ends.splice(0).forEach((end) => end());
    assert.equal(tail.isWatching, false);
  });

  test('limits the number of subscribers', () => {
    for (let i = 0; i < 32; i++) listen();
    assert.equal(tail.isFull, true);
  });
});
