import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { PackedProfile } from '../packing/packed-profile.ts';
import type { ProfileQuery, QueryTerm } from '../../search/profile-query.ts';
import type { ProfileStorage, StoredProfile } from '../profile-storage.ts';
import { ProfilePacker } from '../packing/packed-profile.ts';
import { MemoryProfileStorage } from '../memory/memory-profile-storage.ts';
import { batch, profile, profileStorageContract, query, term } from '../profile-storage.contract.ts';
import { SqlProfileStorage } from './sql-profile-storage.ts';
import type { SqlProfileStorageOptions } from './sql-profile-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-profiles-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const open = (options: Partial<SqlProfileStorageOptions>): SqlProfileStorage =>
  new SqlProfileStorage({ file: join(folder, `${count++}.sqlite`), ...options });

profileStorageContract('profiles in SQLite', (caps) => open(caps ? { caps } : {}));

describe('a search in SQLite', () => {
  it('stops when it takes long, says how far it looked, and continues there', () => {
    const storage = open({ searchTime: 0 });
    for (let from = 0; from < 5000; from += 500) {
      storage.write(
        batch(from, 500).map((each, index) => (index % 250 ? each : profile(from + index, { path: '/rare' }))),
      );
    }
    const asked = { terms: [term('path', 'is', '/rare')], limit: 15 };
    const first = storage.find(query(asked));
    assert.equal(first.matched.exact, false);
    assert.ok(first.lookedBackTo! > profile(0).summary.time && first.lookedBackTo! < profile(4999).summary.time);
    const tokens = allTokens(storage, asked);
    assert.deepEqual([tokens.length, new Set(tokens).size], [20, 20]);
    storage.close();
  });

  it('goes through rows in stretches, along every index and in both directions, and misses none', () => {
    const [storage, memory] = [open({ searchTime: 0 }), new MemoryProfileStorage({ profiles: 5_000 })];
    for (let index = 0; index < 1_200; index++) {
      const part = { status: index % 3 ? 200 : 500 + (index % 2), route: index % 2 ? 'odd' : 'even' };
      const one = [profile(index, part)];
      storage.write(one);
      memory.write(one);
      if (index % 4 === 0) for (const each of [storage, memory]) each.pin(one[0]!.summary.token, undefined);
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

  it('counts what is not shown while there is time, and says when there is more', () => {
    const storage = open({ searchTime: 0 });
    for (let from = 0; from < 2000; from += 100) storage.write(batch(from, 100));
    const asked = query({ terms: [term('status', 'is', 200)] });
    const { rows, matched, lookedBackTo } = storage.find(asked);
    assert.deepEqual([rows.length, matched, lookedBackTo], [10, { count: 100, exact: false }, undefined]);
    // Rows of their own are looked at one by one.
    const indexed = open({ searchTime: 0 });
    for (let from = 0; from < 100; from += 10) indexed.write(batch(from, 10));
    assert.deepEqual(indexed.find(asked).matched, { count: 11, exact: false });
    storage.close();
    indexed.close();
  });

  it('finds exactly what a search in memory finds, in the same order', () => {
    // However slow the machine.
    const [sql, memory] = [open({ searchTime: 600_000 }), new MemoryProfileStorage()];
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
    // Some in batches that are kept as they came, some in rows, and some batches taken apart by a pin.
    for (let at = 0, next = 0; at < profiles.length; at = next) {
      next = at + pick(1, 9, 20, 70);
      sql.write(profiles.slice(at, next));
      const { token } = profiles[at]!.summary;
      if (random(3) === 0 && sql.pin(token, profiles[at]!.summary.note)) memory.pin(token, profiles[at]!.summary.note);
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

describe('packed profiles', () => {
  const packed = (packer: ProfilePacker, from: number, many: number): PackedProfile[] =>
    batch(from, many).map(({ summary, data }) => packer.pack(summary, { ...JSON.parse(data), config: CONFIG }));
  const CONFIG = { mode: 'development' };
  const tables = (file: string): number[] => {
    const database = new DatabaseSync(file);
    const counts = ['profile_texts', 'profile_text_parts'].map((table) =>
      Number(database.prepare(`select count(*) as count from ${table}`).get()!['count']),
    );
    database.close();
    return counts;
  };

  it('are read and searched like any other, also by who did not write them', () => {
    const file = join(folder, 'packed.sqlite');
    const storage = open({ file });
    const profiles = packed(new ProfilePacker(['config']), 0, 200);
    // In two batches, so that the list of shared texts grows in between.
    for (const half of [profiles.slice(0, 100), profiles.slice(100)]) storage.write(half);
    const other = open({ file });
    for (const each of profiles)
      assert.deepEqual(other.read(each.summary.token), { summary: each.summary, data: JSON.parse(each.data) });
    const memory = new MemoryProfileStorage();
    memory.write(profiles);
    for (const terms of [[term('log', 'contains', 'a')], [term('body', 'contains', 'e')]])
      assert.deepEqual(allTokens(other, { terms }), allTokens(memory, { terms }));
    storage.close();
    other.close();
  });

  it('leave no shared texts behind when they go, and lose none while they stay', () => {
    const file = join(folder, 'texts.sqlite');
    const storage = open({ file });
    const [first, second] = [new ProfilePacker(['config']), new ProfilePacker(['config'])];
    const early = packed(first, 0, 20);
    storage.write(early);
    storage.write(packed(second, 20, 20));
    assert.deepEqual(tables(file), [2, 2]);
    assert.ok(storage.pin(early[3]!.summary.token, undefined));
    storage.clear();
    assert.deepEqual(tables(file), [1, 1]);
    assert.deepEqual(storage.read(early[3]!.summary.token)?.data, JSON.parse(early[3]!.data));
    // Its list went with its profiles; whoever still uses it brings it back.
    const late = packed(second, 40, 5);
    storage.write(late);
    assert.deepEqual(storage.read(late[4]!.summary.token)?.data, JSON.parse(late[4]!.data));
    storage.clear(true);
    assert.deepEqual(tables(file), [0, 0]);
    storage.close();
  });

  it('are lost together with texts that are damaged, and nothing else is', () => {
    const file = join(folder, 'damaged.sqlite');
    const storage = open({ file });
    const profiles = packed(new ProfilePacker(['config']), 0, 20);
    storage.write([...profiles, profile(30)]);
    new DatabaseSync(file).exec('delete from profile_text_parts');
    const other = open({ file });
    assert.equal(other.read(profiles[19]!.summary.token), undefined);
    assert.equal(other.read(profile(30).summary.token)?.summary.token, profile(30).summary.token);
    assert.equal(other.find(query({ terms: [term('log', 'contains', 'zzz')] })).rows.length, 0);
    assert.equal(other.health.trouble, undefined);
    storage.close();
    other.close();
  });
});

describe('profiles in batches', () => {
  const counts = (file: string): number[] => {
    const database = new DatabaseSync(file);
    const tables = ['profile_batches', 'profile_batch_data', 'profiles', 'profile_data'];
    const found = tables.map((table) =>
      Number(database.prepare(`select count(*) as count from ${table}`).get()!['count']),
    );
    database.close();
    return found;
  };

  it('have rows of their own only when few came at once, when one is pinned, and when they are among the older ones', () => {
    const file = join(folder, 'batches.sqlite');
    const storage = open({ file, caps: { profiles: 50_000 } });
    storage.write(batch(0, 15));
    assert.deepEqual(counts(file), [0, 0, 15, 15]);
    storage.write(batch(100, 40));
    assert.deepEqual(counts(file), [1, 1, 15, 15]);
    assert.ok(storage.pin(profile(110).summary.token, 'why'));
    assert.deepEqual(counts(file), [0, 0, 55, 55]);
    for (let from = 1000; from < 14_000; from += 1000) storage.write(batch(from, 1000));
    assert.deepEqual(counts(file), [13, 13, 55, 55]);
    storage.write(batch(14_000, 1000));
    assert.deepEqual(counts(file), [13, 13, 1055, 1055]);
    for (const index of [0, 14, 110, 1000, 1999, 2000, 14_999])
      assert.deepEqual(storage.read(profile(index).summary.token)?.data, JSON.parse(profile(index).data), `${index}`);
    assert.deepEqual(storage.find(query({})).matched, { count: 14_055, exact: true });
    storage.close();
  });

  it('go one by one when there are too many, the oldest first, whatever they are kept in', () => {
    const file = join(folder, 'oldest.sqlite');
    const storage = open({ file, caps: { profiles: 100 } });
    const kept = (): string[] => allTokens(storage, {});
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
      assert.deepEqual(kept(), expected(Math.max(0, from + many - 100), from + many));
      assert.equal(storage.read(profile(from + many - 101).summary.token), undefined);
    }
    assert.ok(storage.pin(profile(60).summary.token, undefined));
    storage.write(batch(157, 64));
    assert.deepEqual(kept(), [...expected(122, 221), profile(60).summary.token]);
    storage.close();
  });

  it('never hold a token that another batch, or a row, bears', () => {
    const storage = open({});
    storage.write([...batch(0, 20), profile(3)]);
    storage.write(batch(10, 20));
    storage.write(batch(25, 8));
    storage.write(batch(28, 20));
    assert.deepEqual(storage.health, { written: 48, dropped: 21, trouble: undefined });
    assert.equal(new Set(allTokens(storage, {})).size, 48);
    storage.close();
  });

  it('are as old as each of them is', () => {
    const old = (index: number, seconds: number): StoredProfile =>
      profile(index, { time: Date.now() - seconds * 1000 });
    const left = (profiles: StoredProfile[]): number => {
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

describe('a store of the version before', () => {
  it('is kept, and takes packed profiles from now on', () => {
    const file = join(folder, 'before.sqlite');
    const storage = open({ file });
    storage.write([profile(0)]);
    storage.close();
    const database = new DatabaseSync(file);
    for (const table of ['texts', 'text_parts', 'batches', 'batch_data']) database.exec(`drop table profile_${table}`);
    database.exec('pragma user_version = 1');
    database.close();
    const upgraded = open({ file });
    const packed = new ProfilePacker([]).pack(profile(1).summary, JSON.parse(profile(1).data));
    assert.equal(upgraded.write([packed]), true);
    assert.equal(upgraded.write(batch(2, 30)), true);
    assert.deepEqual(allTokens(upgraded, {}).slice(-2), [profile(1).summary.token, profile(0).summary.token]);
    for (const each of [profile(0), profile(1)])
      assert.deepEqual(upgraded.read(each.summary.token)?.data, JSON.parse(each.data));
    upgraded.close();
  });
});

describe('a store that held more than it may now', () => {
  it('is brought down step by step, with room for requests in between', async () => {
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

function allTokens(storage: ProfileStorage, part: Partial<ProfileQuery>): string[] {
  const tokens: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = storage.find(query({ ...part, cursor }));
    tokens.push(...rows.map(({ token }) => token));
    cursor = next;
  } while (cursor !== undefined);
  return tokens;
}

// The same every time, so that what fails fails again.
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
