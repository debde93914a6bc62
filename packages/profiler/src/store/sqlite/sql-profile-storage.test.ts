import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import type { Profile } from '../../profile/profile.ts';
import { MemoryProfileStorage } from '../memory/memory-profile-storage.ts';
import { batch, profile, profileStorageContract, query, term } from '../../../../../test/contracts/profile-storage.ts';
import { SqlProfileStorage } from './sql-profile-storage.ts';
import type { SqlProfileStorageOptions } from './sql-profile-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-profiles-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const open = (options: Partial<SqlProfileStorageOptions>, searchTime?: number): SqlProfileStorage =>
  new SqlProfileStorage({ file: join(folder, `${count++}.sqlite`), ...options }, searchTime);

// A search ends at its time limit with the rows found so far, also on a busy machine.
profileStorageContract('profiles in SQLite', (caps) => open(caps ? { caps } : {}, 60_000));

describe('creating the file', () => {
  it('waits for another thread or process that creates it, so that its first request gets a token', async () => {
    const file = join(folder, `${count++}.sqlite`);
    const from = join(folder, `${count++}.sqlite`);
    const prepared = new SqlProfileStorage({ file: from });
    prepared.lease(1);
    prepared.close();
    const creator = new Worker(CREATE_SLOWLY, { eval: true, workerData: { from, to: file } });
    await once(creator, 'message');
    const storage = new SqlProfileStorage({ file });
    assert.equal(storage.lease(2)?.length, 2);
    storage.close();
    await once(creator, 'exit');
  });

  it('does not wait for a process that ended while it created the file', () => {
    const file = join(folder, `${count++}.sqlite`);
    writeFileSync(`${file}.gate`, '');
    utimesSync(`${file}.gate`, new Date(), new Date(Date.now() - 4000));
    const storage = new SqlProfileStorage({ file });
    assert.equal(storage.lease(2), undefined);
    storage.close();
  });
});

const CREATE_SLOWLY = `
  const { renameSync, rmSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData: { from, to } } = require('node:worker_threads');
  writeFileSync(to + '.gate', '');
  parentPort.postMessage('creating');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  renameSync(from, to);
  rmSync(to + '.gate');
`;

describe('a search in SQLite', () => {
  it('stops at its time limit, returns how far it searched, and continues there', () => {
    const storage = open({}, 0);
    for (let from = 0; from < 5000; from += 500) {
      storage.write(
        batch(from, 500).map((element, index) => (index % 250 ? element : profile(from + index, { path: '/rare' }))),
      );
    }
    const asked = { terms: [term('path', 'is', '/rare')], limit: 15 };
    const first = storage.find(query(asked));
    assert.equal(first.matched.exact, false);
    assert.ok(first.lookedBackTo! > profile(0).summary.time && first.lookedBackTo! < profile(4999).summary.time);
    const tokens = allTokens(storage, asked);
    assert.deepEqual([tokens.length, new Set(tokens).size], [20, 20]);
    const few = { ...asked, limit: 3 };
    let page = storage.find(query(few));
    while (page.next !== undefined) page = storage.find(query({ ...few, cursor: page.next }));
    const end = tokens.length - page.rows.length;
    const back: string[] = [];
    while (page.previous) {
      page = storage.find(query({ ...few, cursor: page.previous }));
      back.unshift(...page.rows.map(({ token }) => token));
    }
    assert.equal(page.previous, '');
    assert.ok(back.length > 10);
    assert.deepEqual(back, tokens.slice(end - back.length, end));
    storage.close();
  });

  it('reads all profiles in windows, along every index and in both directions', () => {
    const [storage, memory] = [open({}, 0), new MemoryProfileStorage({ profiles: 5_000 })];
    for (let index = 0; index < 1_200; index++) {
      const part = { status: index % 3 ? 200 : 500 + (index % 2), route: index % 2 ? 'odd' : 'even' };
      const one = [profile(index, part)];
      storage.write(one);
      memory.write(one);
      if (index % 4 === 0) for (const value of [storage, memory]) value.pin(one[0]!.summary.token, undefined);
    }
    const [from, to] = [profile(300).summary.time, profile(900).summary.time];
    const searches: QueryTerm[][] = [
      [],
      [term('route', 'is', 'odd')],
      [term('status', 'at-least', 500)],
      [term('status', 'at-most', 500)],
      [{ ...term('status', 'between', 499), to: undefined }],
      [term('method', 'is', 'GET'), { ...term('time', 'between', from), to }],
      [term('pinned', 'is', true)],
      [term('token', 'is', profile(7).summary.token.toUpperCase())],
      [term('token', 'is', 'no token')],
    ];
    for (const terms of searches)
      for (const descending of [true, false]) {
        const asked = { terms, sort: { by: 'time', descending } as const, limit: 90 };
        assert.deepEqual(allTokens(storage, asked), allTokens(memory, asked), JSON.stringify(asked));
      }
    storage.close();
  });

  it('counts matches that are not on the page while there is time, and reports an inexact count', () => {
    const storage = open({}, 0);
    for (let from = 0; from < 2000; from += 100) storage.write(batch(from, 100));
    const { rows, matched, lookedBackTo } = storage.find(query({ terms: [term('status', 'is', 200)] }));
    assert.deepEqual([rows.length, matched, lookedBackTo], [10, { count: 11, exact: false }, undefined]);
    storage.close();
  });

  it('finds the same profiles as MemoryProfileStorage, in the same order', () => {
    // Long enough for any machine.
    const [sql, memory] = [open({}, 600_000), new MemoryProfileStorage()];
    const random = dice(7);
    const pick = <T>(...values: T[]): T => values[random(values.length)]!;
    const profiles = Array.from({ length: 800 }, (_, index) =>
      profile(index, {
        time: profile(random(300)).summary.time,
        status: pick(200, 200, 201, 404, 405, 500, 503),
        method: pick('GET', 'GET', 'POST', 'DELETE'),
        route: pick('cities_list', 'cities_read', 'books', undefined),
        duration: random(50),
        note: pick(undefined, 'a note'),
      }),
    );
    memory.write(profiles);
    for (let start = 0, next = 0; start < profiles.length; start = next) {
      next = start + pick(1, 9, 20, 70);
      sql.write(profiles.slice(start, next));
      const { token } = profiles[start]!.summary;
      if (random(3) === 0 && sql.pin(token, profiles[start]!.summary.note))
        memory.pin(token, profiles[start]!.summary.note);
    }
    const anyTerm = (): QueryTerm => {
      const negated = random(5) === 0;
      const number = pick<QueryTerm['operator']>('is', 'at-least', 'at-most', 'more-than', 'less-than', 'between');
      const time = profile(random(300)).summary.time;
      const field = pick('status', 'time', 'duration', 'method', 'route', 'note', 'token');
      if (field === 'status') return { field, operator: number, value: pick(200, 404, 500, 418), to: 503, negated };
      if (field === 'time') return { field, operator: number, value: time, to: time + 50, negated };
      if (field === 'duration') return { field, operator: number, value: random(50), to: 40, negated };
      if (field === 'method') return { field, operator: 'is', value: pick('GET', 'POST', 'PUT', 'get'), negated };
      if (field === 'route')
        return { field, operator: pick('is', 'contains', 'starts'), value: pick('books', 'cit', ''), negated };
      if (field === 'note') return { field, operator: 'contains', value: pick('', 'NOTE'), negated };
      return { field, operator: 'is', value: profile(random(800)).summary.token, negated };
    };
    for (let round = 0; round < 200; round++) {
      const by = pick<ProfileQuery['sort']['by']>('time', 'time', 'duration', 'status', 'route', 'token');
      const asked = {
        terms: Array.from({ length: random(4) }, anyTerm),
        sort: { by, descending: random(2) === 0 },
        limit: 1 + random(100),
      };
      assert.deepEqual(allTokens(sql, asked), allTokens(memory, asked), JSON.stringify(asked));
      assert.deepEqual(sql.find(query(asked)).matched, memory.find(query(asked)).matched, JSON.stringify(asked));
    }
    sql.close();
  });
});

describe('encoded profiles', () => {
  const tables = (file: string): number[] => {
    const database = new DatabaseSync(file);
    const counts = ['profile_texts', 'profile_text_parts'].map((table) =>
      Number(database.prepare(`select count(*) as count from ${table}`).get()!['count']),
    );
    database.close();
    return counts;
  };

  it('are read and searched by another process, also after the list of shared texts has grown', () => {
    const file = join(folder, 'shared.sqlite');
    const [storage, other, memory] = [open({ file }), open({ file }), new MemoryProfileStorage()];
    const profiles = batch(0, 200);
    for (const half of [profiles.slice(0, 100), profiles.slice(100)]) storage.write(half);
    for (const element of profiles) assert.deepEqual(other.read(element.summary.token), element);
    memory.write(profiles);
    for (const terms of [[term('log', 'contains', 'a')], [term('body', 'contains', 'e')]])
      assert.deepEqual(allTokens(other, { terms }), allTokens(memory, { terms }));
    storage.close();
    other.close();
  });

  it('keep the shared texts that they need, and no others', () => {
    const file = join(folder, 'texts.sqlite');
    const [storage, other] = [open({ file }), open({ file })];
    const early = batch(0, 20);
    storage.write(early);
    other.write(batch(20, 20));
    assert.deepEqual(tables(file), [2, 2]);
    assert.ok(storage.pin(early[3]!.summary.token, undefined));
    storage.clear();
    assert.deepEqual(tables(file), [1, 1]);
    assert.deepEqual(storage.read(early[3]!.summary.token)?.data, early[3]!.data);
    // The list of the other process was removed with its profiles; its next batch stores it again.
    const late = batch(40, 5);
    other.write(late);
    assert.deepEqual(storage.read(late[4]!.summary.token)?.data, late[4]!.data);
    storage.clear(true);
    assert.deepEqual(tables(file), [0, 0]);
    storage.close();
    other.close();
  });

  it('cannot be read without their shared texts, but cause no trouble', () => {
    const file = join(folder, 'damaged.sqlite');
    const storage = open({ file });
    const profiles = batch(0, 20);
    storage.write(profiles);
    new DatabaseSync(file).exec('delete from profile_text_parts');
    const other = open({ file });
    assert.equal(other.read(profiles[19]!.summary.token), undefined);
    assert.equal(other.find(query({ terms: [term('log', 'contains', 'zzz')] })).rows.length, 0);
    assert.equal(other.find(query({})).rows.length, 10);
    assert.equal(other.health.trouble, undefined);
    storage.close();
    other.close();
  });
});

describe('limits of a store in SQLite', () => {
  it('remove the oldest profiles, except pinned ones', () => {
    const storage = open({ caps: { profiles: 100 } });
    const expected = (from: number, to: number): string[] =>
      batch(from, to - from)
        .map(({ summary }) => summary.token)
        .reverse();
    for (const [from, many] of [
      [0, 40],
      [40, 5],
      [45, 55],
      [100, 7],
      [107, 30],
      [137, 20],
    ] as const) {
      storage.write(batch(from, many));
      assert.deepEqual(allTokens(storage, {}), expected(Math.max(0, from + many - 100), from + many));
      assert.equal(storage.read(profile(from + many - 101).summary.token), undefined);
    }
    assert.ok(storage.pin(profile(60).summary.token, undefined));
    storage.write(batch(157, 64));
    assert.deepEqual(allTokens(storage, {}), [...expected(122, 221), profile(60).summary.token]);
    storage.close();
  });

  it('are not reached by a log that another process keeps from being written back', () => {
    const file = join(folder, 'log.sqlite');
    const storage = open({ file, caps: { profiles: 1000, bytes: 6_000_000 } });
    storage.write(batch(0, 1));
    const reader = new DatabaseSync(file);
    reader.exec('begin');
    reader.prepare('select count(*) from profiles').get();
    for (let from = 1; from < 4000; from += 20) storage.write(batch(from, 20));
    assert.ok(statSync(`${file}-wal`).size > 12_000_000, 'the log stayed small');
    reader.close();
    assert.ok(
      storage.find(query({})).matched.count > 500,
      `${storage.find(query({})).matched.count} profiles are left`,
    );
    storage.close();
  });

  it('apply to the age of each profile', () => {
    const old = (index: number, seconds: number): Profile => profile(index, { time: Date.now() - seconds * 1000 });
    const left = (profiles: Profile[]): number => {
      const storage = open({ caps: { age: 60_000 } });
      storage.write(profiles);
      const { count } = storage.find(query({})).matched;
      assert.equal(allTokens(storage, {}).length, count);
      storage.close();
      return count;
    };
    assert.equal(left(Array.from({ length: 20 }, (_, index) => old(index, index < 12 ? 61 : 1))), 8);
    assert.equal(left(Array.from({ length: 20 }, (_, index) => old(index, 61))), 0);
  });
});

describe('invalid profiles', () => {
  it('are dropped and counted, and the others of the batch are stored', () => {
    const storage = open({});
    const invalid = [profile(1, { token: 'no token' }), profile(2, { time: NaN }), profile(3, { route: {} as never })];
    assert.equal(storage.write([profile(0), ...invalid, profile(0), profile(4)]), true);
    assert.deepEqual(storage.health, { written: 2, dropped: 4, trouble: undefined });
    storage.close();
  });
});

describe('a search for a visitor', () => {
  it('reads the profiles of the visitor only, so that it is complete without any time', () => {
    const storage = open({ file: join(folder, 'visitors.sqlite') }, 0);
    storage.write(batch(0, 5_000));
    storage.write([profile(5_000, { time: Date.now() - 60_000, visitor: '3f9a1c2244556677' })]);
    const visitor = { field: 'visitor', operator: 'starts', value: '3f9a1c22', negated: false } as const;
    for (const descending of [true, false]) {
      const found = storage.find(query({ terms: [visitor], sort: { by: 'time', descending } }));
      assert.deepEqual([found.matched, found.lookedBackTo], [{ count: 1, exact: true }, undefined]);
    }
    const path = { field: 'path', operator: 'is', value: '/none', negated: false } as const;
    assert.equal(storage.find(query({ terms: [path] })).matched.exact, false, 'other searches stop');
    storage.close();
  });
});

describe('a store of an earlier version', () => {
  it('is emptied and used', () => {
    const file = join(folder, 'before.sqlite');
    const storage = open({ file });
    storage.write([profile(0)]);
    storage.close();
    const database = new DatabaseSync(file);
    database.exec('drop table profiles; create table profile_batches (first integer); pragma user_version = 3');
    database.close();
    const upgraded = open({ file });
    assert.equal(upgraded.write([profile(1)]), true);
    assert.deepEqual(allTokens(upgraded, {}), [profile(1).summary.token]);
    upgraded.close();
  });
});

describe('a store with lowered limits', () => {
  it('removes profiles step by step and yields to the event loop in between', async () => {
    const file = join(folder, 'lowered.sqlite');
    const before = open({ file });
    before.write(batch(0, 3000));
    before.close();
    const storage = open({ file, caps: { profiles: 100 } });
    storage.write([profile(3000)]);
    const left = (): number => storage.find(query({})).matched.count;
    assert.ok(left() > 100, 'removed all at once');
    for (let turns = 0; turns < 1000 && left() > 100; turns++) await turn();
    assert.equal(left(), 100);
    storage.close();
  });
});

function allTokens(storage: Pick<SqlProfileStorage, 'find'>, part: Partial<ProfileQuery>): string[] {
  const tokens: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = storage.find(query({ ...part, cursor }));
    tokens.push(...rows.map(({ token }) => token));
    cursor = next;
  } while (cursor !== undefined);
  return tokens;
}

// Deterministic, so that a failure can be reproduced.
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
