/**
 * The host whose recording is measured. `WORKLOAD` selects it: `production`, `off`, `memory`, `sqlite` or `otlp`, then after a dash the
 * size of the response, then `database` if queries are sent to a file. `GET /_bench/…` returns the state of the process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineHost, route } from 'oriel-host';
import type { Host, HostConfig, Listening } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { memoryNow } from '../lib/memory-now.ts';
import { memoryParts } from '../lib/memory-parts.ts';
import { orderConfig } from '../lib/order-host.ts';
import type { BodySize } from '../lib/order-host.ts';
import { ADDRESS, PORT } from './environment.ts';

const [recording = 'off', size = 'small', database] = (process.env['WORKLOAD'] ?? '').split('-');
const folder = mkdtempSync(join(tmpdir(), 'oriel-profiled-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

const PROFILERS: Readonly<Record<string, HostConfig['profiler']>> = {
  memory: { storage: new MemoryProfileStorage() },
  sqlite: { file: join(folder, 'profiler.sqlite') },
  // SQLite, and the export to a collector at `OTLP_SINK`.
  otlp: { file: join(folder, 'profiler.sqlite'), otlp: process.env['OTLP_SINK'] ?? '' },
};
const queries = database === undefined ? undefined : (await import('../lib/shop-database.ts')).shopQueries();
const ordinary = orderConfig(size as BodySize, queries);
const state = route('bench_state', 'GET /_bench/state', {
  handle: () => ({
    rss: process.memoryUsage.rss(),
    heap: process.memoryUsage().heapUsed,
    written: host.assembly('development', true).profiling?.storage.health.written ?? 0,
    dropped: host.assembly('development', true).profiling?.storage.health.dropped ?? 0,
    otlp: host.assembly('development', true).profiling?.status().otlp,
  }),
});
const memory = route('bench_memory', 'GET /_bench/memory', { handle: () => memoryParts() });
const live = route('bench_live', 'GET /_bench/live', { handle: () => memoryNow() });
const host: Host = defineHost({
  ...ordinary,
  routes: [...(ordinary.routes ?? []), state, memory, live],
  profiler: PROFILERS[recording] ?? false,
});
const listening: Listening = await host.listen({
  port: PORT,
  host: ADDRESS,
  mode: recording === 'production' ? 'production' : 'development',
});
if (listening.port !== PORT) throw new Error(`Port ${PORT} is not available`);
