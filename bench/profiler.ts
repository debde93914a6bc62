/**
 * Measures the cost of recording over a socket: the order request to the same host in production, in development without the
 * profiler, recording into memory and into SQLite, and with an export to a collector that discards everything. For comparison it measures `node:http`, which reads the same body and
 * shows the current speed of the machine, and the Fastify adapter of Nest without and with `nest-profiler`. Reports the CPU time
 * of all threads, including deferred work.
 * `node --conditions=oriel:source bench/profiler.ts [--rounds 7] [--seconds 2] [--body small|large] [--database] [--various] [--connections 32] [--warm 100000]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAwake } from './lib/keep-awake.ts';
import { calibrate } from './lib/calibration.ts';
import { median, table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, receipt, variousOrders } from './lib/order-host.ts';
import type { BodySize } from './lib/order-host.ts';
import { paced, quantile } from './lib/paced.ts';
import type { LoadTarget } from './lib/paced-client.ts';
import { startProfiled, getState } from './lib/profiled-process.ts';
import { ServerProcess } from './lib/server-process.ts';
import { startSink } from './lib/start-sink.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    body: { type: 'string', default: 'small' },
    database: { type: 'boolean', default: false },
    various: { type: 'boolean', default: false },
    connections: { type: 'string', default: '32' },
    warm: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'raw,production,off,memory,sqlite,otlp,nest,nest_memory,nest_sqlite' },
  },
});
const MAX_WARM_UP_MS = 60_000;
const orders = values.various ? variousOrders() : undefined;
const size = values.body as BodySize;
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];

interface Figures {
  readonly cpu: number[];
  readonly p99: number[];
}

/** Returns the microseconds of CPU time per request at full load, and the responses per second. */
async function full(server: ServerProcess): Promise<{ cpu: number; perSecond: number }> {
  const before = server.cpuTime();
  const { responses } = await paced(getTarget(server), connections, Infinity, seconds);
  // Deferred work is included.
  await sleep(100);
  return { cpu: (server.cpuTime() - before) / 1000 / responses, perSecond: responses / seconds };
}

// Counted by requests, because a slower server would compile less code in the same time.
async function warm(server: ServerProcess): Promise<void> {
  const end = performance.now() + MAX_WARM_UP_MS;
  for (let sent = 0; sent < Number(values.warm) && performance.now() < end;)
    sent += (await paced(getTarget(server), connections, Infinity, 1)).responses;
}

function isOurs({ peer }: ServerProcess): boolean {
  return peer !== 'raw' && !peer.startsWith('nest');
}

function getTarget({ port }: ServerProcess): LoadTarget {
  return { port, ...(orders ?? { path: ORDER_PATH, body: ORDER_TEXT }) };
}

async function verify(server: ServerProcess): Promise<void> {
  if (server.peer === 'raw') return;
  const response = await fetch(`http://127.0.0.1:${server.port}${ORDER_PATH}`, {
    method: 'POST',
    body: ORDER_TEXT,
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
  });
  const text = await response.text();
  if (response.status !== 200 || text !== JSON.stringify(receipt(size)))
    throw new Error(`${server.peer} responded with ${response.status} ${text.slice(0, 300)}`);
  const recorded = /(?:memory|sqlite|otlp|file)$/.test(server.peer);
  if (response.headers.has('x-debug-token-link') !== recorded)
    throw new Error(`${server.peer} has an unexpected debug token link`);
}

/** Compares the export with recording alone, and returns what was exported: a full queue would drop spans and cost less. */
async function describeExport(): Promise<string> {
  const server = servers.find(({ peer }) => peer === 'otlp');
  if (server === undefined || !figures.has('sqlite')) return '';
  const { otlp } = await getState(server);
  const [sqlite, exporting] = [figures.get('sqlite')!.cpu, figures.get('otlp')!.cpu];
  const best = Math.min(...exporting) - Math.min(...sqlite);
  const middle = median(exporting.map((number, index) => number - sqlite[index]!));
  const sent = [otlp?.spans, otlp?.logs].map((value) => `${value?.exported} (${value?.dropped} dropped)`);
  return `\nThe export adds ${best.toFixed(1)} µs to recording, best; ${middle.toFixed(1)} µs, median; sent ${sent[0]} spans and ${sent[1]} log records`;
}

const stopKeepingAwake = keepAwake();
const names = values.only.split(',');
const sink = names.includes('otlp') ? await startSink() : undefined;
if (sink !== undefined) process.env['OTLP_SINK'] = `http://127.0.0.1:${sink.port}`;
const servers = names.map((name) =>
  name === 'raw' ? new ServerProcess('raw', 'post') : startProfiled(name, size, values.database),
);
const figures = new Map<string, Figures>(names.map((name) => [name, { cpu: [], p99: [] }]));
let calibration = calibrate();
for (const server of servers) {
  await server.ready('/_bench/state');
  await verify(server);
  await warm(server);
}
// Half the rate of the slowest host of Oriel for all, so that no host is overloaded.
let pace = Infinity;
for (let round = 0; round < Number(values.rounds); round++) {
  for (const server of servers) {
    const { cpu, perSecond } = await full(server);
    figures.get(server.peer)!.cpu.push(cpu);
    if (isOurs(server)) pace = Math.min(pace, perSecond / 2);
  }
  for (const server of servers) {
    // Other servers may be slower than that.
    if (!isOurs(server)) continue;
    const result = await paced(getTarget(server), connections, pace, seconds);
    figures.get(server.peer)!.p99.push(quantile(result, 0.99));
  }
  const now = calibrate();
  calibration = { stringify: Math.min(calibration.stringify, now.stringify), now: Math.min(calibration.now, now.now) };
  process.stderr.write(`round ${round + 1} of ${values.rounds}\n`);
}
const exported = await describeExport();
stopKeepingAwake();
await Promise.all(servers.map((server) => server.stop()));

console.log(
  `Node ${process.versions.node}, ${values.rounds} rounds of ${values.seconds} s, body ${size}${values.database ? ', queries sent to SQLite' : ''}; this machine: JSON.stringify of 8 KB ${calibration.stringify.toFixed(1)} µs, performance.now() ${calibration.now.toFixed(3)} µs; half load ${pace.toFixed(0)} requests/s\n`,
);
const raw = figures.get('raw');
const rows = [...figures].map(([name, { cpu, p99 }]) => {
  // Hosts of Nest are compared with Nest.
  const base = figures.get(name.startsWith('nest') ? 'nest' : 'off') ?? figures.get(names[0]!)!;
  const added = Math.min(...cpu) - Math.min(...base.cpu);
  return [
    name,
    Math.min(...cpu).toFixed(1),
    added.toFixed(1),
    median(cpu.map((number, i) => number - base.cpu[i]!)).toFixed(1),
    raw === undefined ? '' : (added / Math.min(...raw.cpu)).toFixed(2),
    ...(p99.length === 0
      ? ['', '', '']
      : [Math.min(...p99).toFixed(2), median(p99).toFixed(2), (median(p99) / median(base.p99)).toFixed(2)]),
  ];
});
console.log(
  table(
    [
      '',
      'CPU µs/request, best',
      'added to off, best',
      'added, median',
      'added ÷ raw',
      'p99 ms, best',
      'median',
      'of off',
    ],
    rows,
  ),
);
if (exported !== '') console.log(exported);
sink?.stop();
