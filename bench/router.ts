/** What it costs to find a route, and what a hostile path can make of it: `node bench/router.ts`. */
import { readFileSync } from 'node:fs';
import { RedirectableUrlMatcher, RouteCollection } from '../src/routing/index.ts';
import type { RequestContext, RouteDefinition } from '../src/routing/index.ts';
import { against, median, table } from './lib/figures.ts';

const SIZES = [10, 300, 10_000] as const;
const MOST_NANOSECONDS = 150;
const MOST_GROWTH = 2;
const HOSTILE_LENGTH = 8_192;

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

/** CPU nanoseconds per call: other work on the machine does not count, and of many short rounds the least disturbed does. */
function cpuTime(run: (count: number) => void): number {
  const count = 10_000;
  let best = Infinity;
  for (let round = 0; round < 200; round++) {
    const started = process.cpuUsage();
    run(count);
    const { user, system } = process.cpuUsage(started);
    // The first rounds warm up.
    if (round >= 20) best = Math.min(best, ((user + system) * 1_000) / count);
  }
  return best;
}

/** What a machine needs for an expression with two captures: by this the other figures can be compared. */
function yardstick(): number {
  const paths = Array.from({ length: 64 }, (_, group) => flat(KINDS['two parameters'](group)));
  const expression = /^\/api\/group\d+\/([^/]+)\/items\/([^/]+)$/;
  let found = 0;
  const time = cpuTime((count) => {
    for (let i = 0; i < count; i++) found += expression.exec(paths[i & 63]!)!.length;
  });
  if (found === 0) throw new Error('The yardstick measures nothing');
  return time;
}

/** Nanoseconds per match; the paths rotate, so that none can be remembered. */
function timePerMatch(matcher: RedirectableUrlMatcher, requests: readonly RequestContext[]): number {
  let next = 0;
  return cpuTime((count) => {
    for (let i = 0; i < count; i++) {
      matcher.find(requests[next]!);
      if (++next === requests.length) next = 0;
    }
  });
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
    const times = SIZES.map((size) => {
      const matcher = new RedirectableUrlMatcher(new RouteCollection(routes(size)));
      const groups = Math.min(Math.floor(size / 3), 64);
      return timePerMatch(
        matcher,
        Array.from({ length: groups }, (_, at) => request(flat(path(Math.floor((at * size) / 3 / groups))))),
      );
    });
    const [small, middle, large] = times as [number, number, number];
    const isMiss = kind === 'miss';
    const at300 = isMiss ? `${middle.toFixed(0)} ns` : against(middle, MOST_NANOSECONDS, true, ' ns');
    return [kind, `${small.toFixed(0)} ns`, at300, `${large.toFixed(0)} ns`, against(large / small, MOST_GROWTH, true)];
  });
  console.log(table(['path', ...SIZES.map((size) => `${size} routes`), 'growth'], figures));
}

/** Paths that make a backtracking expression despair, cut from the pieces of each table's own patterns. */
function hostilePaths(definitions: readonly RouteDefinition[]): string[] {
  const fill = (piece: string): string =>
    piece.repeat(Math.ceil(HOSTILE_LENGTH / piece.length)).slice(0, HOSTILE_LENGTH);
  const prefixes = new Set(definitions.map(({ path }) => `/${path.replace(/^\//, '').split('{')[0]!}`));
  const pieces = ['a', '/', 'a/', 'a-', 'a.', '1', 'ab1', '%2F', 'é'];
  return [...prefixes].flatMap((prefix) => pieces.map((piece) => `${prefix}${fill(piece)}!`.slice(0, HOSTILE_LENGTH)));
}

function measureHostility(): void {
  const file = new URL('../test/conformance/routing.json', import.meta.url);
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: { id: string; table: RouteDefinition[] }[] };
  let worst = { time: 0, id: '', path: '' };
  let count = 0;
  for (const { id, table: definitions } of tables) {
    const matcher = new RedirectableUrlMatcher(new RouteCollection(definitions));
    for (const path of hostilePaths(definitions)) {
      const times = [0, 1, 2].map(() => {
        const started = performance.now();
        attempt(matcher, request(path));
        return performance.now() - started;
      });
      count++;
      const time = median(times);
      if (time > worst.time) worst = { time, id, path };
    }
  }
  console.log(
    `\n${count} hostile paths of ${HOSTILE_LENGTH} characters over ${tables.length} tables: the worst took ${worst.time.toFixed(2)} ms (table ${worst.id}, ${worst.path.slice(0, 40)}…)`,
  );
}

console.log(`Yardstick: an expression with two captures takes ${yardstick().toFixed(0)} ns of CPU time here.\n`);
measureSizes();
measureHostility();
