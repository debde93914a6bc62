import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { parseExposition } from '../lib/exposition.ts';
import { createProject, startOrielHost, stopAfter } from './run-program.ts';

const HOST = `import { defineHost, route } from 'oriel-host';
export default defineHost({
  metrics: true,
  hub: { publicUrl: 'http://localhost/.well-known/mercure', secret: 'a-secret-of-the-hub-with-32-bytes' },
  routes: [
    route('pid', 'GET /pid', { handle: () => ({ pid: process.pid }) }),
    route('crash', 'POST /crash', { handle: () => process.exit(7) }),
    route('busy', 'POST /busy', {
      handle: () => {
        setTimeout(() => { for (const end = Date.now() + 8_000; Date.now() < end;); }, 50);
        return 'soon';
      },
    }),
  ],
});
`;

const send = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { Connection: 'close' } });

async function startTwoWorkers(t: TestContext) {
  const folder = createProject(t, { 'host.ts': HOST });
  const started = stopAfter(t, startOrielHost(folder, ['start', '--port', '0', '--workers', '2']));
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  let requests = 0;
  /** Sends requests until this many processes have answered. Returns their IDs. */
  const reach = async (processes: number): Promise<ReadonlySet<number>> => {
    const pids = new Set<number>();
    for (let attempt = 0; attempt < 1_000 && pids.size < processes; attempt++, requests++) {
      pids.add(((await (await send(`${url}/pid`)).json()) as { pid: number }).pid);
      // A replacement needs a moment to start.
      if (attempt > 20) await sleep(10);
    }
    equal(pids.size, processes);
    return pids;
  };
  const read = async () => parseExposition(await (await send(`${url}/metrics`)).text());
  /** Returns the metrics once all requests are counted, which happens after their last byte. */
  const scrape = async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const metrics = await read();
      if (metrics.get('http_requests_total')?.series.get(PIDS) === requests) return metrics;
      await sleep(20);
    }
    const found = (await read()).get('http_requests_total')?.series.get(PIDS);
    throw new Error(`${found} of ${requests} requests were counted`);
  };
  return { url, started, reach, scrape, read, counted: () => requests };
}

const PIDS = 'http_requests_total{method="GET",route="pid",status="200"}';

test('the metrics of one worker are the sums of all, and those of a process have the number of the worker', async (t) => {
  const { reach, scrape, counted } = await startTwoWorkers(t);
  await reach(2);
  // Any of the workers answers.
  for (let round = 0; round < 8; round++) {
    const metrics = await scrape();
    const getValues = (name: string) => Object.fromEntries(metrics.get(name)?.series ?? []);
    deepEqual(getValues('oriel_workers'), { 'oriel_workers{}': 2 });
    const counts = getValues('http_request_duration_seconds');
    equal(counts['http_request_duration_seconds_count{method="GET",route="pid"}'], counted());
    equal(counts['http_request_duration_seconds_bucket{method="GET",route="pid",le="+Inf"}'], counted());
    deepEqual(Object.keys(getValues('process_resident_memory_bytes')).sort(), [
      'process_resident_memory_bytes{worker="1"}',
      'process_resident_memory_bytes{worker="2"}',
    ]);
    equal(Object.keys(getValues('nodejs_eventloop_delay_seconds')).length, 8);
    deepEqual(getValues('oriel_hub_subscribers'), { 'oriel_hub_subscribers{}': 0 });
    deepEqual(Object.keys(getValues('oriel_hub_updates_total')).sort(), [
      'oriel_hub_updates_total{worker="1"}',
      'oriel_hub_updates_total{worker="2"}',
    ]);
  }
});

test('requests of workers that have ended stay in the sums, after a crash and after a reload', async (t) => {
  const { url, started, reach, scrape, counted } = await startTwoWorkers(t);
  const before = await reach(2);
  await scrape();
  await send(`${url}/crash`, { method: 'POST' }).catch(() => undefined);
  await started.waitForOutput(/ended with 7/);
  for (let attempt = 0; attempt < 100 && [...(await reach(2))].every((pid) => before.has(pid)); attempt++)
    await sleep(50);
  await scrape();

  await reach(2);
  // Not scraped since: workers that end send their numbers.
  started.child.kill('SIGHUP');
  await started.waitForOutput(/all workers are replaced/);
  const metrics = await scrape();
  ok(counted() > 4);
  equal(metrics.get('oriel_workers')!.series.get('oriel_workers{}'), 2);
  equal(metrics.get('process_resident_memory_bytes')!.series.size, 2);
});

test('a worker that does not answer counts with its previous numbers', async (t) => {
  const { url, reach, scrape, read, counted } = await startTwoWorkers(t);
  await reach(2);
  await scrape();
  await (await send(`${url}/busy`, { method: 'POST' })).text();
  await sleep(200);
  // The busy worker accepts connections, too, and answers them later.
  const metrics = await Promise.any(Array.from({ length: 12 }, () => read()));
  equal(metrics.get('oriel_workers')!.series.get('oriel_workers{}'), 1);
  equal(metrics.get('http_requests_total')!.series.get(PIDS), counted());
});
