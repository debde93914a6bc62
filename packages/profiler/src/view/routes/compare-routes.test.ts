import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProfileSummary } from '../../profile/profile.ts';
import { MemoryProfileStorage } from '../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../testing/create-profile.ts';
import { compareRoutes } from './compare-routes.ts';
import type { RoutesComparison } from './compare-routes.ts';
import { groupByRoute } from './group-by-route.ts';
import type { RouteGroups } from './group-by-route.ts';
import { describeRouteComparison } from './route-comparison-blocks.ts';

type Summaries = readonly Partial<ProfileSummary>[];

async function read(summaries: Summaries): Promise<RouteGroups> {
  const storage = new MemoryProfileStorage();
  storage.write(
    summaries.map((summary) => createProfile('GET /orders', { summary: { route: '/orders', ...summary } })),
  );
  return await groupByRoute(storage, { terms: [] });
}

async function compare(before: Summaries, after: Summaries): Promise<RoutesComparison> {
  return compareRoutes(await read(before), await read(after));
}

async function list(before: Summaries, after: Summaries): Promise<readonly (readonly string[])[]> {
  const { differences } = await compare(before, after);
  return differences.map(({ result, route, changes }) => [result, route, ...changes]);
}

const repeat = (count: number, create: (index: number) => Partial<ProfileSummary>): Summaries =>
  Array.from({ length: count }, (_, index) => create(index));

describe('a comparison of routes', () => {
  test('lists queries, failures and findings, and those that became worse first', async () => {
    const before = [
      { route: '/better', dbCount: 64, findings: ['n1', 'slow-query'] },
      { dbCount: 3 },
      { route: '/failed' },
      { route: '/same', dbCount: 2 },
      { route: '/old' },
    ];
    const after = [
      { route: '/better', dbCount: 2, findings: ['slow-call'] },
      { dbCount: 64, findings: ['n1'] },
      { route: '/failed', status: 500 },
      { route: '/same', dbCount: 2 },
      { route: '/new', dbCount: 5 },
    ];
    const found = await list(before, after);
    assert.deepEqual(found.slice(0, 2), [
      ['worse', '/failed', 'failed 0 of 1 → 1 of 1'],
      ['worse', '/orders', 'queries 3 → 64', 'most queries 3 → 64', 'new finding: N+1'],
    ]);
    assert.deepEqual(found.slice(2), [
      ['better', '/better', 'queries 64 → 2', 'most queries 64 → 2', 'no longer: N+1'],
      ['new', '/new', '1 request', 'queries up to 5'],
      ['missing', '/old', '1 request'],
    ]);
    assert.equal(
      describeRouteComparison(await compare(before, after)),
      '3 of 4 compared routes differ, 2 for the worse; 1 new; 1 without requests since.',
    );
  });

  test('lists a duration that chance does not explain', async () => {
    const durations = (factor: number, count = 100): Summaries =>
      repeat(count, (index) => ({ duration: factor * (10 + (index % 10)) }));
    assert.deepEqual(await list(durations(1), durations(2)), [
      ['worse', '/orders', 'p50 14 ms → 28 ms', 'p95 19 ms → 38 ms'],
    ]);
    assert.deepEqual(await list(durations(2), durations(1)), [
      ['better', '/orders', 'p50 28 ms → 14 ms', 'p95 38 ms → 19 ms'],
    ]);
    assert.deepEqual(await list(durations(1), durations(1.1)), []);
    assert.deepEqual(await list(durations(1, 19), durations(9, 19)), []);
    assert.deepEqual(await list(durations(0.01), durations(0.02)), []);
  });

  test('lists durations of two samples of one distribution in at most 3 of 400 comparisons', async () => {
    let state = 11;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const sample = (): Summaries => repeat(25, () => ({ duration: Math.exp(random() * 4) * 5 }));
    let alarms = 0;
    for (let run = 0; run < 400; run++) alarms += (await list(sample(), sample())).length;
    assert.ok(alarms <= 3, `${alarms} of 400`);
  });

  test('compares the routes of two applications with each other, and those of several by their application', async () => {
    assert.deepEqual(await list([{ app: 'one', dbCount: 1 }], [{ app: 'other', dbCount: 1 }]), []);
    const both = [{ app: 'one' }, { app: 'other', dbCount: 7 }];
    assert.deepEqual(await list(both, both), []);
  });

  test('states which search has no requests', async () => {
    const sentence = async (before: Summaries, after: Summaries): Promise<string> =>
      describeRouteComparison(await compare(before, after));
    assert.match(await sentence([], [{}]), /^Nothing was compared, because the first search has no requests/);
    assert.match(await sentence([{}], []), /the second search/);
    assert.match(await sentence([], []), /the first and the second search/);
    assert.equal(await sentence([{}], [{}]), 'No difference in 1 compared route.');
  });
});
