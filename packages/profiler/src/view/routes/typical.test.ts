import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile, ProfileSummary } from '../../profile/profile.ts';
import { MemoryProfileStorage } from '../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../testing/create-profile.ts';
import { describeUnusual } from './typical.ts';

type Route = () => Pick<ProfileSummary, 'dbCount' | 'duration'>;

/** Creates a route whose number of queries and durations have random distributions. */
function createRoute(random: () => number): Route {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const base = Math.floor(random() * 20);
  const probability = 0.1 + random() * 0.8;
  const queries = pick([
    () => base,
    () => base + Math.floor(random() * 30),
    () => base + Math.floor(Math.log(1 - random()) / Math.log(1 - probability)),
    // A cache hit, and a page that only administrators see.
    () => (random() < probability ? 0 : base),
    () => (random() < 0.02 ? base + 100 : base),
  ]);
  const [median, spread] = [0.2 + random() * 300, 0.1 + random() * 0.9];
  const durations = pick([
    () => median * Math.exp(normal() * spread),
    () => median * (1 + random()),
    () => median - median * Math.log(1 - random()),
    () => median * (random() < 0.03 ? 20 : 1) * Math.exp(normal() * 0.3),
  ]);
  return () => ({ dbCount: queries(), duration: durations() });
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function createRequest(facts: Partial<ProfileSummary>): Profile {
  return createProfile('GET /orders/7', { summary: { route: '/orders/:id', ...facts } });
}

async function describeIn(others: readonly Profile[], profile: Profile): Promise<string | undefined> {
  const storage = new MemoryProfileStorage();
  storage.write([...others, profile]);
  return (await describeUnusual(storage, profile.summary))?.text;
}

describe('1,000 routes with random distributions', () => {
  const random = createRandom(11);
  const routes = Array.from({ length: 1_000 }, () => {
    const next = createRoute(random);
    return { next, others: Array.from({ length: 20 + Math.floor(random() * 220) }, () => createRequest(next())) };
  });

  test('at most 1 % of requests of the same distribution are reported', async (t) => {
    let alarms = 0;
    for (const { next, others } of routes)
      for (let repeat = 0; repeat < 3; repeat++)
        if ((await describeIn(others, createRequest(next()))) !== undefined) alarms++;
    t.diagnostic(`${alarms} of 3,000`);
    assert.ok(alarms <= 30, `${alarms} of 3,000`);
  });

  test('at least 99 % of requests with ten times as many queries or ten times the duration are reported', async (t) => {
    const found = { queries: 0, duration: 0 };
    for (const { next, others } of routes) {
      const typical = others.map(({ summary }) => summary);
      const queries = 10 * Math.max(3, ...typical.map(({ dbCount }) => dbCount));
      const duration = 10 * Math.max(1, ...typical.map((summary) => summary.duration));
      if ((await describeIn(others, createRequest({ ...next(), dbCount: queries })))?.includes('queries;'))
        found.queries++;
      if (/s; .* took at most/.test((await describeIn(others, createRequest({ ...next(), duration }))) ?? ''))
        found.duration++;
    }
    t.diagnostic(`${found.queries} and ${found.duration} of 1,000`);
    assert.ok(found.queries >= 990 && found.duration >= 990, JSON.stringify(found));
  });
});

describe('the sentence', () => {
  const typical = (count: number, facts: Partial<ProfileSummary> = {}): Profile[] =>
    Array.from({ length: count }, (_, index) =>
      createRequest({ dbCount: index % 3, duration: 40 + (index % 15), ...facts }),
    );

  test('states the value, and what 95 % of the last 200 requests had', async () => {
    const unusual = createRequest({ dbCount: 64, duration: 312 });
    assert.equal(
      await describeIn(typical(300), unusual),
      '64 queries; 95 % of the last 200 requests of this route had at most 2.',
    );
    const slow = createRequest({ dbCount: 2, duration: 1_240 });
    assert.equal(
      await describeIn(typical(25), slow),
      '1.2 s; 95 % of the last 25 requests of this route took at most 53 ms.',
    );
  });

  test('is absent with fewer than 20 other requests', async () => {
    assert.equal(await describeIn(typical(19), createRequest({ dbCount: 64 })), undefined);
    assert.match((await describeIn(typical(20), createRequest({ dbCount: 64 })))!, /^64 queries/);
  });

  test('ignores other methods, routes, applications and classes of status', async () => {
    for (const facts of [{ method: 'POST' }, { route: '/orders' }, { app: 'billing' }, { status: 404 }])
      assert.equal(await describeIn(typical(200, facts), createRequest({ dbCount: 64 })), undefined);
  });

  test('is absent once several of the last 200 requests had as many', async () => {
    const repeated = (count: number): Profile[] => Array.from({ length: count }, () => createRequest({ dbCount: 64 }));
    const unusual = createRequest({ dbCount: 64 });
    assert.match((await describeIn([...typical(199), ...repeated(1)], unusual))!, /^64 queries/);
    assert.equal(await describeIn([...typical(198), ...repeated(2)], unusual), undefined);
  });

  test('names a profile with the median of the value', async () => {
    const storage = new MemoryProfileStorage();
    const others = typical(31);
    const unusual = createRequest({ dbCount: 64 });
    storage.write([...others, unusual]);
    const median = (await describeUnusual(storage, unusual.summary))?.typical;
    assert.equal(others.find(({ summary }) => summary.token === median)?.summary.dbCount, 1);
  });
});
