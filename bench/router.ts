/** What it costs to find a route, and what a hostile path can make of it: `node bench/router.ts`. */
import { readFileSync } from 'node:fs';
import { RedirectableUrlMatcher } from '../src/core/routing/redirectable-url-matcher.ts';
import { RouteCollection } from '../src/core/routing/route-collection.ts';
import type { RequestContext } from '../src/core/routing/request-context.ts';
import type { RouteDefinition } from '../src/core/routing/route.ts';
import { HOSTILE_LENGTH, hostilePaths } from '../test/conformance/hostile-paths.ts';
import { against, table } from './lib/figures.ts';

const SIZES = [10, 300, 10_000] as const;
const MOST_NANOSECONDS = 150;
const MOST_GROWTH = 2;
const MOST_MILLISECONDS = 5;
const BURST = 1_000;
const BURSTS = 4_000;
const MOST_ROUNDS = 9;
/** Milliseconds; below it nobody cares which. */
const WORTH_REPEATING = 0.2;

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

/** A socket gives flat strings; one that was put together from pieces would be flattened at the first look. */
function flat(path: string): string {
  return Buffer.from(path, 'latin1').toString('latin1');
}

/**
 * Nanoseconds per call of each: many short bursts in turn, and the least of each. What disturbs a machine that has other
 * work lasts longer than a burst, and so hits all or none of those that are compared.
 */
function timesOf(runs: readonly ((count: number) => void)[]): number[] {
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

/** What a machine needs for an expression with two captures: by this the other figures can be compared. */
function yardstick(): number {
  const paths = Array.from({ length: 64 }, (_, group) => flat(KINDS['two parameters'](group)));
  const expression = /^\/api\/group\d+\/([^/]+)\/items\/([^/]+)$/;
  let found = 0;
  const [time = 0] = timesOf([
    (count) => {
      for (let i = 0; i < count; i++) found += expression.exec(paths[i & 63]!)!.length;
    },
  ]);
  if (found === 0) throw new Error('The yardstick measures nothing');
  return time;
}

/** Calls a matcher with paths that rotate, so that none can be remembered. */
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
    // A miss is told by an error; it is part of what a miss costs.
  }
}

function measureSizes(): void {
  const figures = Object.entries(KINDS).map(([kind, path]) => {
    const runs = SIZES.map((size) => {
      const matcher = new RedirectableUrlMatcher(new RouteCollection(routes(size)));
      const groups = Math.min(Math.floor(size / 3), 64);
      const paths = Array.from({ length: groups }, (_, at) => path(Math.floor((at * size) / 3 / groups)));
      return matching(
        matcher,
        paths.map((each) => request(flat(each))),
      );
    });
    const [small, middle, large] = timesOf(runs) as [number, number, number];
    const isMiss = kind === 'miss';
    const at300 = isMiss ? `${middle.toFixed(0)} ns` : against(middle, MOST_NANOSECONDS, true, ' ns');
    return [kind, `${small.toFixed(0)} ns`, at300, `${large.toFixed(0)} ns`, against(large / small, MOST_GROWTH, true)];
  });
  console.log(table(['path', ...SIZES.map((size) => `${size} routes`), 'growth'], figures));
}

/** The least of some rounds: the work is always the same, so whatever is more is the machine. */
function timeOf(matcher: RedirectableUrlMatcher, path: string): number {
  const asked = request(path);
  let least = Infinity;
  for (let round = 0; round < MOST_ROUNDS && least > WORTH_REPEATING; round++) {
    const started = performance.now();
    attempt(matcher, asked);
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

function measureHostility(): void {
  const file = new URL('../test/conformance/routing.json', import.meta.url);
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: { id: string; table: RouteDefinition[] }[] };
  let count = 0;
  const worst = tables.map(({ id, table: definitions }) => {
    const routes = new RouteCollection(definitions);
    const matcher = new RedirectableUrlMatcher(routes);
    const times = hostilePaths(routes).map((path) => ({ path, time: timeOf(matcher, path) }));
    count += times.length;
    return { id, ...times.reduce((one, other) => (other.time > one.time ? other : one)) };
  });
  console.log(
    `\n${count} hostile paths of ${HOSTILE_LENGTH} characters over ${tables.length} tables, the worst of each:\n`,
  );
  const rows = worst.toSorted((one, other) => other.time - one.time);
  const figures = rows.map(({ id, path, time }) => [id, against(time, MOST_MILLISECONDS, true, ' ms'), folded(path)]);
  console.log(table(['table', 'worst', 'path'], figures));
}

/** A long path for people: what repeats is written once. */
function folded(path: string): string {
  const short = path.replace(/(.{1,6}?)\1{3,}/gs, (all, part: string) => `(${part})×${all.length / part.length}`);
  return `\`${short.length > 60 ? `${short.slice(0, 59)}…` : short}\``;
}

console.log(`Yardstick: an expression with two captures takes ${yardstick().toFixed(0)} ns here.\n`);
measureSizes();
measureHostility();
