import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { PackedProfile, ProfileQuery, ProfileStorage, QueryTerm } from '../../profiler/index.ts';
import { ProfilePacker } from '../../profiler/packing/packed-profile.ts';
import { MemoryProfileStorage } from '../../profiler/index.ts';
import { batch, profile, profileStorageContract, query, term } from '../../profiler/profile-storage.contract.ts';
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

  it('counts what is not shown while there is time, and says when there is more', () => {
    const storage = open({ searchTime: 0 });
    storage.write(batch(0, 2000));
    const { rows, matched, lookedBackTo } = storage.find(query({ terms: [term('status', 'is', 200)] }));
    assert.deepEqual([rows.length, matched, lookedBackTo], [10, { count: 11, exact: false }, undefined]);
    storage.close();
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
    for (const storage of [sql, memory]) storage.write(profiles);
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

describe('a store of the version before', () => {
  it('is kept, and takes packed profiles from now on', () => {
    const file = join(folder, 'before.sqlite');
    const storage = open({ file });
    storage.write([profile(0)]);
    storage.close();
    const database = new DatabaseSync(file);
    database.exec('drop table profile_texts; drop table profile_text_parts; pragma user_version = 1');
    database.close();
    const upgraded = open({ file });
    const packed = new ProfilePacker([]).pack(profile(1).summary, JSON.parse(profile(1).data));
    assert.equal(upgraded.write([packed]), true);
    assert.deepEqual(allTokens(upgraded, {}), [profile(1).summary.token, profile(0).summary.token]);
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
