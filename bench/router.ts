/** Measures route matching, with ordinary and with hostile paths: `node bench/router.ts`. */
import { readFileSync } from 'node:fs';
import { RedirectableUrlMatcher } from '../packages/host/src/routing/redirectable-url-matcher.ts';
import { RouteCollection } from '../packages/host/src/routing/route-collection.ts';
import type { RequestContext, RouteDefinition } from '../packages/host/src/routing/route-definition.ts';
import { HOSTILE_LENGTH, hostilePaths } from '../test/conformance/hostile-paths.ts';
import { compareToTarget, table } from './lib/figures.ts';

const SIZES = [10, 300, 10_000] as const;
const MAX_NANOSECONDS = 500;
const MAX_GROWTH = 2;
const MAX_MILLISECONDS = 5;
const BURST = 1_000;
const BURSTS = 4_000;
const MAX_ROUNDS = 9;
/** Milliseconds; faster matches are not measured again. */
const REPEAT_FROM = 0.2;

const KINDS = {
  static: (group: number) => `/api/group${group}`,
  'one parameter': (group: number) => `/api/group${group}/42`,
  'two parameters': (group: number) => `/api/group${group}/42/items/7`,
  miss: (group: number) => `/api/group${group}/42/nothing/7`,
} satisfies Record<string, (group: number) => string>;

function routes(count: number): RouteDefinition[] {
  return Array.from({ length: Math.ceil(count / 3) }, (_, group) => {
    const base = `/api/group${group}`;
    return [base, `${base}/{id}`, `${base}/{id}/items/{itemId}`].map((path) => ({
      name: path,
      path,
      methods: ['GET'],
    }));
  })
    .flat()
    .slice(0, count);
}

function request(path: string, method = 'GET'): RequestContext {
  return { method, scheme: 'http', host: 'localhost', path, query: '' };
}

/** Returns a flat string, like one of a socket. A concatenated string would be flattened at the first access. */
function flat(path: string): string {
  return Buffer.from(path, 'latin1').toString('latin1');
}

/**
 * Returns the nanoseconds per call of each function: the minimum of many short bursts, which alternate. Load of other programs
 * lasts longer than a burst, so that it affects all of the compared functions or none.
 */
function getTimes(runs: readonly ((count: number) => void)[]): number[] {
  const best = runs.map(() => Infinity);
  for (let round = 0; round < BURSTS; round++) {
    runs.forEach((run, index) => {
      const started = process.hrtime.bigint();
      run(BURST);
      const time = Number(process.hrtime.bigint() - started) / BURST;
      // The first rounds warm up.
      if (round >= BURSTS / 10) best[index] = Math.min(best[index]!, time);
    });
  }
  return best;
}

/** Returns the nanoseconds for a regular expression with two captures, with which the other results can be compared. */
function measureReference(): number {
  const paths = Array.from({ length: 64 }, (_, group) => flat(KINDS['two parameters'](group)));
  const expression = /^\/api\/group\d+\/([^/]+)\/items\/([^/]+)$/;
  let found = 0;
  const [time = 0] = getTimes([
    (count) => {
      for (let i = 0; i < count; i++) found += expression.exec(paths[i & 63]!)!.length;
    },
  ]);
  if (found === 0) throw new Error('The reference matched nothing');
  return time;
}

/** Returns a function that matches alternating paths, so that no result can be cached. */
function matching(matcher: RedirectableUrlMatcher, requests: readonly RequestContext[]): (count: number) => void {
  let next = 0;
  return (count) => {
    for (let i = 0; i < count; i++) {
      matcher.find(requests[next]!);
      if (++next === requests.length) next = 0;
    }
  };
}

function attempt(matcher: RedirectableUrlMatcher, context: RequestContext): void {
  try {
    matcher.match(context);
  } catch {
    // The error of a path without a route is part of the cost.
  }
}

function measureSizes(): void {
  const figures = Object.entries(KINDS).map(([kind, path]) => {
    const runs = SIZES.map((size) => {
      const matcher = new RedirectableUrlMatcher(new RouteCollection(routes(size)));
      const groups = Math.min(Math.floor(size / 3), 64);
      const paths = Array.from({ length: groups }, (_, index) => path(Math.floor((index * size) / 3 / groups)));
      return matching(
        matcher,
        paths.map((other) => request(flat(other))),
      );
    });
    const [small, middle, large] = getTimes(runs) as [number, number, number];
    const isMiss = kind === 'miss';
    const at300 = isMiss ? `${middle.toFixed(0)} ns` : compareToTarget(middle, MAX_NANOSECONDS, true, ' ns');
    return [
      kind,
      `${small.toFixed(0)} ns`,
      at300,
      `${large.toFixed(0)} ns`,
      compareToTarget(large / small, MAX_GROWTH, true),
    ];
  });
  console.log(table(['path', ...SIZES.map((size) => `${size} routes`), 'growth'], figures));
}

/** Returns the minimum time of some rounds, because other processes can only add time. */
function getTime(matcher: RedirectableUrlMatcher, path: string): number {
  const context = request(path);
  let minimum = Infinity;
  for (let round = 0; round < MAX_ROUNDS && minimum > REPEAT_FROM; round++) {
    const started = performance.now();
    attempt(matcher, context);
    minimum = Math.min(minimum, performance.now() - started);
  }
  return minimum;
}

function measureHostilePaths(): void {
  const file = new URL('../test/conformance/routing.json', import.meta.url);
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: { id: string; table: RouteDefinition[] }[] };
  let count = 0;
  const worst = tables.map(({ id, table: definitions }) => {
    const routes = new RouteCollection(definitions);
    const matcher = new RedirectableUrlMatcher(routes);
    const times = hostilePaths(routes).map((path) => ({ path, time: getTime(matcher, path) }));
    count += times.length;
    return { id, ...times.reduce((one, other) => (other.time > one.time ? other : one)) };
  });
  console.log(
    `\n${count} hostile paths of ${HOSTILE_LENGTH} characters over ${tables.length} tables, the worst of each:\n`,
  );
  const rows = worst.toSorted((one, other) => other.time - one.time);
  const figures = rows.map(({ id, path, time }) => [
    id,
    compareToTarget(time, MAX_MILLISECONDS, true, ' ms'),
    abbreviate(path),
  ]);
  console.log(table(['table', 'worst', 'path'], figures));
}

/** Returns a long path with repetitions written once. */
function abbreviate(path: string): string {
  const short = path.replace(/(.{1,6}?)\1{3,}/gs, (all, part: string) => `(${part})×${all.length / part.length}`);
  return `\`${short.length > 60 ? `${short.slice(0, 59)}…` : short}\``;
}

console.log(`Reference: a regular expression with two captures takes ${measureReference().toFixed(0)} ns.\n`);
measureSizes();
measureHostilePaths();
