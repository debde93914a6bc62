/**
 * Measures what the first requests of a process cost, in fresh processes: those of a developer's application without a recorder,
 * with `oriel/register` and with OpenTelemetry's spans, and with `--posts` the first POSTs of a host and of Fastify, in blocks of 1,000.
 * `node bench/first-requests.ts [--requests 200] [--processes 7] [--only http,http+oriel] [--register file] [--instructions] [--posts]`.
 * Instructions need valgrind. `--register` is the built `register.js` of an earlier version, which is measured in turn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countBlocks } from './lib/count-instructions.ts';
import type { CountedServer } from './lib/count-instructions.ts';
import { median, table } from './lib/figures.ts';
import { toText } from './lib/load.ts';
import { build, installIn, installPeers } from './lib/peers.ts';
import { PreparedLoad } from './lib/prepared-load.ts';
import { ServerProcess } from './lib/server-process.ts';
import { createVisits } from './lib/shop-visits.ts';
import { getTraffic } from './lib/traffic.ts';
import { WORKLOADS } from './workloads.ts';

const PEERS = join(import.meta.dirname, 'peers/drop-in');
const NEST_PEERS = join(import.meta.dirname, 'peers/nest');
const FILES: Readonly<Record<string, string>> = {
  http: join(import.meta.dirname, 'servers/drop-in-http.mjs'),
  express: join(PEERS, 'express.mjs'),
  nest: join(NEST_PEERS, 'orders.mjs'),
};
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    processes: { type: 'string', default: '7' },
    only: { type: 'string' },
    register: { type: 'string' },
    instructions: { type: 'boolean', default: false },
    posts: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const registers = new Map([
  ['oriel', 'oriel/register'],
  ['before', values.register && resolve(values.register)],
  ['spans', join(PEERS, 'spans.mjs')],
]);
process.env['ORIEL_PROFILER_FILE'] = join(folder, 'profiler.sqlite');
// On a busy machine the recorder would pause, and requests without a profile would be measured.
process.env['ORIEL_PROFILER_PAUSE'] = '0';
if (!values['no-build']) build();
const requests = Number(values.requests);
await (values.posts ? measurePosts() : measureVisits());

async function measureVisits(): Promise<void> {
  installIn(PEERS);
  installIn(NEST_PEERS);
  process.env['SHOP'] = '1';
  const recorders = values.register === undefined ? ['oriel', 'spans'] : ['before', 'oriel', 'spans'];
  const all = Object.keys(FILES).flatMap((name) => [name, ...recorders.map((recorder) => `${name}+${recorder}`)]);
  const names = values.only?.split(',') ?? all;
  const results = await measure(names, createShop, requests, 1);
  const rows = names.map((name) => {
    const [measured, plain] = [results.get(name)!, results.get(name.split('+')[0]!)];
    const added = plain && plain !== measured ? measured[0]! - plain[0]! : undefined;
    return [name, format(measured[0]!), added === undefined ? '' : format(added)];
  });
  console.log(
    table([`per request, first ${requests}`, values.instructions ? 'instructions' : 'CPU µs', 'added'], rows),
  );
}

function createShop(name: string): CountedServer {
  const [base, recorder] = name.split('+') as [string, string | undefined];
  process.env['NODE_OPTIONS'] = recorder === undefined ? '' : `--import ${registers.get(recorder)}`;
  return {
    peer: name,
    workload: recorder ?? '',
    file: FILES[base],
    mode: 'development',
    path: '/orders/p0',
    createRequests: (port) => createVisits(port, requests),
    connections: 1,
    // The profiles of the last requests are written.
    restMs: values.instructions ? 1_500 : 300,
  };
}

async function measurePosts(): Promise<void> {
  const peers = values.only?.split(',') ?? ['oriel', 'fastify'];
  installPeers(peers);
  const workload = WORKLOADS.find(({ name }) => name === 'post')!;
  const create = (peer: string): CountedServer => ({
    peer,
    workload: workload.name,
    path: workload.path,
    createRequests: async (port) => (await getTraffic(port, workload)).map((sent) => Buffer.from(toText(sent))),
  });
  const results = await measure(peers, create, 1_000, 20);
  const rows = Array.from({ length: 20 }, (_, block) => {
    const figures = peers.map((peer) => results.get(peer)![block]!);
    const ratios = figures.slice(1).map((figure) => (figures[0]! / figure).toFixed(2));
    return [`${(block + 1) * 1_000}`, ...figures.map(format), ...ratios];
  });
  const ratios = peers.slice(1).map((peer) => `${peers[0]} / ${peer}`);
  console.log(table([values.instructions ? 'instructions until' : 'CPU µs until', ...peers, ...ratios], rows));
}

/** Returns the medians of each block, of several processes that are started in turn. */
async function measure(
  names: readonly string[],
  create: (name: string) => CountedServer,
  count: number,
  blocks: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const runs = new Map(names.map((name) => [name, [] as (readonly number[])[]]));
  for (let round = 0; round < Number(values.processes); round++)
    for (const name of names) {
      const server = create(name);
      const figures = await (values.instructions ? countBlocks(server, 0, count, blocks) : time(server, count, blocks));
      runs.get(name)!.push(figures);
      process.stderr.write(`${name} ${figures.map(format).join(' ')}\n`);
    }
  return new Map(
    Array.from(runs, ([name, lists]) => [name, lists[0]!.map((_, block) => median(lists.map((list) => list[block]!)))]),
  );
}

/** Returns the CPU time for each request of each block in microseconds. */
async function time(counted: CountedServer, count: number, blocks: number): Promise<readonly number[]> {
  const { peer, workload, file, mode, path, createRequests, restMs = 0, connections } = counted;
  const server = new ServerProcess(peer, workload, file, mode);
  try {
    await server.ready(path);
    await sleep(restMs);
    const load = new PreparedLoad(server.port, await createRequests(server.port), connections);
    const figures: number[] = [];
    for (let block = 0; block < blocks; block++) {
      const before = server.cpuTime();
      await load.send(count);
      await sleep(restMs);
      figures.push((server.cpuTime() - before) / 1000 / count);
    }
    load.close();
    return figures;
  } finally {
    await server.stop();
  }
}

function format(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}
