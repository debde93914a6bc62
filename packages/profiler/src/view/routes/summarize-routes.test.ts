import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { Profile, ProfileSummary } from '../../profile/profile.ts';
import type { ProfileQuery } from '../../store/search/profile-query.ts';
import { parseQueryText } from '../../store/search/query-language.ts';
import { MemoryProfileStorage } from '../../store/memory/memory-profile-storage.ts';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import { SqlProfileStorage } from '../../store/sqlite/sql-profile-storage.ts';
import { createProfile } from '../../testing/create-profile.ts';
import { searchFinding, searchRoute, searchSlow } from './route-searches.ts';
import { BARS, summarizeRoutes } from './summarize-routes.ts';
import type { RouteSummary } from './summarize-routes.ts';

const ROUTES = ['/orders', '/orders/:id', '~/users/:n', 'cities_list', '/a "b\\c', undefined] as const;
const folder = mkdtempSync(join(tmpdir(), 'oriel-routes-'));
const storage = new SqlProfileStorage({ file: join(folder, 'profiles.sqlite'), caps: { profiles: 20_000 } }, 60_000);
const profiles = createProfiles(10_000);

before(async () => {
  for (let from = 0; from < profiles.length; from += 500) storage.write(profiles.slice(from, from + 500));
  assert.equal(storage.health.written, profiles.length);
});
after(() => {
  storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function createProfiles(count: number): readonly Profile[] {
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const start = Date.now() - count * 1_000;
  return Array.from({ length: count }, (_, index) => {
    const route = pick(ROUTES);
    const path = (route ?? pick(['/files/17/x', '/files/4/x', '/about'])).replace(/^~/, '').replace(/:\w+/, '7');
    const failed = random() < 0.1;
    return createProfile('GET /', {
      summary: {
        ...{ token: index.toString(16).padStart(6, '0'), time: start + index * 1_000, route, path },
        ...{ app: pick(['shop', 'billing']), method: pick(['GET', 'GET', 'POST', 'HTTP JOB']) },
        ...{ status: failed ? 500 : 200, errors: random() < 0.05 ? 2 : 0, weight: pick([1, 1, 2, 10, 25]) },
        // Equal durations and queries test the ranks of ties.
        ...{ duration: Math.floor(Math.exp(random() * 7)) / 4, dbCount: Math.floor(random() * 9) },
        ...{
          httpCount: random() < 0.2 ? 3 : 0,
          findings: failed ? ['exception'] : random() < 0.2 ? ['n1', 'slow-query'] : [],
        },
      },
    });
  });
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const summarize = async (from: ProfileStorage, q = ''): ReturnType<typeof summarizeRoutes> => {
  const parsed = parseQueryText(q);
  assert.ok('terms' in parsed, q);
  return await summarizeRoutes(from, parsed);
};

describe('the figures of 10,000 random profiles with weights', () => {
  test('equal those that SQL computes', async (t) => {
    const startCpu = process.cpuUsage();
    const { routes, requests, isComplete, profiles: read } = await summarize(storage);
    const { user, system } = process.cpuUsage(startCpu);
    t.diagnostic(`${Math.round((user + system) / 1_000)} ms of CPU`);
    assert.deepEqual([isComplete, read], [true, profiles.length]);
    const expected = computeWithSql(profiles.map(({ summary }) => summary));
    assert.equal(routes.length, expected.length);
    assert.equal(
      requests,
      expected.reduce((sum, row) => sum + Number(row['requests']), 0),
    );
    for (const row of expected) {
      const route = routes.find((candidate) =>
        (['app', 'method', 'route'] as const).every((name) => candidate[name] === row[name]),
      );
      assert.ok(route, JSON.stringify(row));
      const { totalTime, ...exact } = row;
      assert.deepEqual(Object.fromEntries(Object.keys(exact).map((name) => [name, route[name as 'p50']])), exact);
      assert.ok(Math.abs(route.totalTime - Number(totalTime)) < 1e-6 * Number(totalTime));
      assert.equal(route.histogram.length, BARS);
      assert.equal(
        route.histogram.reduce((sum, bar) => sum + bar, 0),
        route.requests,
      );
    }
    assert.deepEqual(
      routes,
      routes.toSorted((one, other) => other.totalTime - one.totalTime),
    );
  });

  test('are those of the profiles that the linked searches find', async () => {
    const { routes } = await summarize(storage);
    for (const route of routes) {
      const search = searchRoute(route, true);
      const found = await summarize(storage, search);
      assert.deepEqual([found.requests, found.profiles], [route.requests, route.profiles], search);
      const count = async (term: string): Promise<number> => (await summarize(storage, `${search} ${term}`)).requests;
      assert.equal(await count('has:failed'), route.failed);
      for (const [code, requests] of route.findings) assert.equal(await count(searchFinding(code)), requests);
      assert.ok((await count(searchSlow(route.p95))) >= route.requests * 0.05);
    }
  });

  test('count the newest profiles, if there are more than 10,000', async () => {
    const full = new MemoryProfileStorage({ profiles: 20_000 });
    const older = createProfile('GET /older', { summary: { time: Date.now() - 20_000_000, token: 'ffffff' } });
    for (let from = 0; from < profiles.length; from += 1_000) full.write(profiles.slice(from, from + 1_000));
    full.write([older]);
    const { profiles: read, isComplete, routes } = await summarize(full);
    assert.deepEqual([read, isComplete], [10_000, false]);
    assert.ok(routes.every(({ route }) => route !== '/older'));
  });
});

test('other events are handled between two pages', async () => {
  let events = 0;
  const counted = {
    find: (query: ProfileQuery) => {
      const from = Number(query.cursor ?? 0);
      if (from > 0) assert.ok(events >= from / 1_000, `${events} events before row ${from}`);
      return {
        ...{ matched: { count: 3_000, exact: true }, lookedBackTo: undefined },
        rows: profiles.slice(from, from + query.limit).map(({ summary }) => summary),
        next: from < 2_000 ? String(from + query.limit) : undefined,
      };
    },
  } as unknown as ProfileStorage;
  const repeat = (): void => {
    events++;
    timer = setImmediate(repeat);
  };
  let timer = setImmediate(repeat);
  try {
    assert.equal((await summarize(counted)).profiles, 3_000);
  } finally {
    clearImmediate(timer);
  }
});

test('a path that does not exist is counted with those that differ by numbers only', async () => {
  const memory = new MemoryProfileStorage();
  for (const path of ['/missing/1', '/missing/22', '/api/v2/x', '/logo-2.png'])
    memory.write([createProfile(`GET ${path}`)]);
  const { routes } = await summarize(memory);
  const counts = routes.map(({ route, profiles: count }): [string, number] => [route, count]);
  assert.deepEqual(
    new Map(counts),
    new Map([
      ['/missing/:n', 2],
      ['/api/v2/x', 1],
      ['/logo-2.png', 1],
    ]),
  );
});

function computeWithSql(summaries: readonly ProfileSummary[]): readonly Partial<RouteSummary>[] {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t (app, method, route, weight, failed, duration, queries, calls)');
  const insert = database.prepare('insert into t values (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const row of summaries) {
    const route = row.route ?? row.path.replace(/\/\d+/, '/:n');
    const failed = row.status >= 500 || row.errors > 0 ? 1 : 0;
    insert.run(row.app, row.method, route, row.weight, failed, row.duration, row.dbCount, row.httpCount);
  }
  const ranked = (column: string, percent: number): string => `(
    select min(${column}) from (
      select ${column}, sum(weight) over (order by ${column}) as rank, sum(weight) over () as total
      from t as o where o.app = t.app and o.method = t.method and o.route = t.route
    ) where rank * 100 >= total * ${percent})`;
  const rows = database
    .prepare(
      `select app, method, route, sum(weight) as requests, count(*) as profiles, sum(weight * failed) as failed,
        sum(weight * calls) as calls, sum(weight * duration) as totalTime, max(queries) as queriesMax,
        ${ranked('duration', 50)} as p50, ${ranked('duration', 95)} as p95, ${ranked('queries', 50)} as queriesMedian
      from t group by app, method, route`,
    )
    .all();
  database.close();
  return rows.map((row) => ({ ...row }));
}
