/**
 * Measures the cost of `oriel/register` over a socket: CPU time per request that is added to `node:http`, Express and Nest, beside no
 * recorder, OpenTelemetry's automatic instrumentation with spans only, Sentry, and `nest-profiler`. Every request has a path, a
 * query and a body of its own. Also measures the time that is added to a start, and with `--requests` the memory after that many
 * requests. `--only` chooses from the rows below.
 * `node bench/drop-in.ts [--rounds 7] [--seconds 2] [--warm 20000] [--starts 15] [--requests 1000000] [--only http,http+oriel] [--no-build]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calibrate } from './lib/calibration.ts';
import { median, table } from './lib/figures.ts';
import { keepAwake } from './lib/keep-awake.ts';
import { paced } from './lib/paced.ts';
import { build, installIn } from './lib/peers.ts';
import { ServerProcess } from './lib/server-process.ts';
import { startSink } from './lib/start-sink.ts';

const PEERS = join(import.meta.dirname, 'peers/drop-in');
const NEST_PEERS = join(import.meta.dirname, 'peers/nest');
const FILES = {
  http: join(import.meta.dirname, 'servers/drop-in-http.mjs'),
  express: join(PEERS, 'express.mjs'),
  nest: join(NEST_PEERS, 'orders.mjs'),
};
const IMPORTS: Readonly<Record<string, string>> = {
  oriel: 'oriel/register',
  spans: join(PEERS, 'spans.mjs'),
  sentry: join(PEERS, 'sentry.mjs'),
};
const ROWS = [
  ...['http', 'http+oriel', 'http+spans', 'http+sentry'],
  ...['express', 'express+oriel', 'express+spans', 'express+sentry'],
  ...['nest', 'nest+oriel', 'nest+spans', 'nest+nest-profiler'],
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '20000' },
    starts: { type: 'string', default: '15' },
    requests: { type: 'string', default: '0' },
    only: { type: 'string', default: ROWS.join(',') },
    'no-build': { type: 'boolean', default: false },
  },
});
const [rounds, seconds, starts, many] = [values.rounds, values.seconds, values.starts, values.requests].map(Number);
const names = values.only.split(',');
const unknown = names.filter((name) => !ROWS.includes(name));
if (unknown.length > 0) throw new Error(`Unknown rows ${unknown.join(', ')}; expected ${ROWS.join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// The same for all servers.
process.env['NODE_ENV'] = 'development';
process.env['ORIEL_PROFILER_FILE'] = join(folder, 'profiler.sqlite');
// On a busy machine the recorder would pause, and requests without a profile would be measured.
process.env['ORIEL_PROFILER_PAUSE'] = '0';

installIn(PEERS);
if (names.some((name) => name.startsWith('nest'))) installIn(NEST_PEERS);
if (!values['no-build']) build();
const stopKeepingAwake = keepAwake();
// Started afterwards, so that it runs on the core of the client.
const sink = await startSink();
process.env['SENTRY_DSN'] = `http://key@127.0.0.1:${sink.port}/1`;
const begun = await measureStarts();
const cpu = await measureRequests();
stopKeepingAwake();
sink.stop();
const { stringify, now } = calibrate();
console.log(
  `Node ${process.versions.node}, ${rounds} rounds of ${seconds} s; this machine: JSON.stringify of 8 KB ${stringify.toFixed(1)} µs, performance.now() ${now.toFixed(3)} µs\n`,
);
console.log(
  table(
    ['', 'CPU µs/request, best', 'added, best', 'added, median', 'start-up ms, best', 'added, best', 'RSS MB'],
    names.map(getRow),
  ),
);

function getRow(name: string): readonly string[] {
  const base = name.split('+')[0]!;
  const [measured, plain] = [cpu.get(name)!, cpu.get(base) ?? cpu.get(name)!];
  const [start, plainStart] = [Math.min(...begun.get(name)!), Math.min(...(begun.get(base) ?? begun.get(name)!))];
  return [
    name,
    Math.min(...measured.micros).toFixed(1),
    (Math.min(...measured.micros) - Math.min(...plain.micros)).toFixed(1),
    median(measured.micros.map((micro, round) => micro - plain.micros[round]!)).toFixed(1),
    start.toFixed(0),
    (start - plainStart).toFixed(0),
    measured.memory.toFixed(0),
  ];
}

function start(name: string): ServerProcess {
  const [base, recorder] = name.split('+') as [keyof typeof FILES, string | undefined];
  const file = recorder === undefined ? undefined : IMPORTS[recorder];
  process.env['NODE_OPTIONS'] = file === undefined ? '' : `--import ${file}`;
  return new ServerProcess(name, recorder ?? '', FILES[base], process.env['NODE_ENV']);
}

async function measureStarts(): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < starts!; round++)
    for (const name of names) {
      const began = performance.now();
      const server = start(name);
      await server.ready('/orders/000000');
      times.get(name)!.push(performance.now() - began);
      await server.stop();
    }
  return times;
}

async function measureRequests(): Promise<ReadonlyMap<string, { readonly micros: number[]; memory: number }>> {
  const servers = names.map(start);
  const results = new Map(names.map((name) => [name, { micros: [] as number[], memory: 0 }]));
  for (const server of servers) {
    await server.ready('/orders/000000');
    await send(server, Number(values.warm));
  }
  for (let round = 0; round < rounds!; round++) {
    for (const server of servers) {
      const before = server.cpuTime();
      const responses = await load(server, seconds!);
      // Deferred work is included.
      await sleep(100);
      results.get(server.peer)!.micros.push((server.cpuTime() - before) / 1000 / responses);
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  for (const server of servers) {
    if (many! > 0) await send(server, many!);
    results.get(server.peer)!.memory = server.memory();
    await server.stop();
  }
  return results;
}

async function send(server: ServerProcess, count: number): Promise<void> {
  for (let sent = 0; sent < count;) sent += await load(server, 1);
}

/** Sends requests for some seconds. @returns the number of responses */
async function load(server: ServerProcess, seconds: number): Promise<number> {
  try {
    return (await paced(getTarget(server), 32, Infinity, seconds)).responses;
  } catch (error) {
    throw await server.explain(error);
  }
}

function getTarget({ port }: ServerProcess): Parameters<typeof paced>[0] {
  let nth = 0;
  const number = (digits: number): string => String(nth).padStart(digits, '0').slice(-digits);
  return {
    port,
    path: () => `/orders/${number(6)}?page=${number(3)}&view=${'abcdefgh'[++nth % 8]}`,
    body: () =>
      JSON.stringify({
        customer: `customer ${number(6)}`,
        lines: Array.from({ length: 5 }, (_, line) => ({ sku: `sku-${line}-${number(5)}`, price: 100 + line })),
      }),
  };
}
