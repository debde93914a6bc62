/**
 * Measures how long the pages of the profiler take to render: `node --conditions=oriel:source bench/pages.ts`. README.md in this
 * folder describes the benchmark.
 */
import { performance } from 'node:perf_hooks';
import { defineHost } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { createProfile } from '../packages/host/src/testing/index.ts';

const ROUNDS = 300;

const storage = new MemoryProfileStorage();
await using host = defineHost({ log: false, profiler: { storage, key: 'a-key-of-some-length-32-bytes-or-more' } });

for (let index = 0; index < 120; index++) {
  const [failed, queries] = [index % 7 === 0, index % 3];
  const summary = {
    ...{ status: failed ? 500 : 200, exception: failed ? 'TypeError' : undefined, errors: failed ? 1 : 0 },
    ...{ duration: index * 3, bytes: index * 1234, dbCount: queries, dbTime: queries / 10, route: 'cities' },
    findings: index % 9 === 0 ? ['n1', 'slow-query'] : [],
  };
  storage.write([createProfile(`GET /countries/FI/cities?page=${index}`, { summary })]);
}
const sql = 'select "name", "population" from "cities" where "country" = ? and "feature" = ?';
const spans = Array.from({ length: 2_000 }, (_, id) => ({
  ...{ id: id + 1, parent: 0, kind: 'db' as const, name: sql, start: id, duration: 0.5, error: undefined },
  details: { sql, parameters: [`C${id}`, 'PPLC'], rows: 1, caller: 'src/routes.ts:41' },
}));
const long = createProfile('GET /x', { summary: { duration: 2_000, dbCount: 2_000 }, data: { spans } });
storage.write([long]);

await show('100 rows of the list', 'empty/search/results?limit=100', 5);
await show('2,000 spans, timeline', `${long.summary.token}?panel=timeline`, 20);
await show('2,000 spans, database', `${long.summary.token}?panel=database`, 20);

async function show(name: string, path: string, goal: number): Promise<void> {
  const headers = { Accept: 'text/html', Authorization: 'Bearer a-key-of-some-length-32-bytes-or-more' };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const response = await host.fetch(new Request(`http://localhost/_profiler/${path}`, { headers }));
    await response.text();
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
  }
  const [middle, p95] = [0.5, 0.95].map((part) => times.slice(50).toSorted((a, b) => a - b)[Math.floor(250 * part)]!);
  console.log(`${name.padEnd(24)} ${middle!.toFixed(2)} ms, 95 % within ${p95!.toFixed(2)} ms (goal ${goal} ms)`);
}
