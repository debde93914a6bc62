/**
 * Compares whole requests with other servers: `npm run bench [-- --only hello,routes] [--peers oriel,fastify] [--rounds 9]
 * [--seconds 1] [--warm 100000] [--connections 64] [--repeat] [--no-build]`. README.md in this folder explains the output.
 */
import { parseArgs } from 'node:util';
import { median, table } from './lib/figures.ts';
import type { Sent } from './lib/send-requests.ts';
import { describeMachine } from './lib/machine.ts';
import { assertLoadGenerator, load } from './lib/load.ts';
import type { LoadOptions, Measurement } from './lib/load.ts';
import { PEERS, build, installPeers } from './lib/peers.ts';
import { ServerProcess } from './lib/server-process.ts';
import { getTraffic } from './lib/traffic.ts';
import { verify } from './lib/verify.ts';
import { verifyRejections } from './lib/visitors.ts';
import { WORKLOADS } from './workloads.ts';
import type { Workload } from './workloads.ts';

/** The measurements of each server, one per round. */
type Results = ReadonlyMap<string, readonly Measurement[]>;

async function measure(
  workload: Workload,
  peers: readonly string[],
  rounds: number,
  warm: number,
  options: LoadOptions & { readonly repeat: boolean },
): Promise<Results> {
  const servers = ['raw', ...peers].map((peer) => new ServerProcess(peer, workload.name));
  const results = new Map<string, Measurement[]>(['raw', ...peers].map((peer) => [peer, []]));
  try {
    const traffic = new Map<ServerProcess, readonly Sent[]>();
    for (const server of servers) {
      await server.ready(workload.path);
      const all = await getTraffic(server.port, workload);
      await verify(server.peer, server.port, workload, all);
      await verifyRejections(server.peer, server.port, workload, all[0]!);
      traffic.set(server, options.repeat ? all.slice(0, 1) : all);
    }
    const getLoad = (server: ServerProcess, options: LoadOptions) =>
      load(server, traffic.get(server)!, workload.status, options);
    // Counted by requests, because on a busy machine a server would not be compiled after a fixed time.
    for (const server of servers) for (let sent = 0; sent < warm;) sent += (await getLoad(server, options)).requests;
    for (let round = 0; round < rounds; round++) {
      // The order alternates, so that no server always follows the same one.
      const order = round % 2 === 0 ? servers : servers.toReversed();
      for (const server of order) results.get(server.peer)!.push(await getLoad(server, options));
      process.stderr.write(`${workload.name}: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return results;
}

/** Returns the CPU time of a server divided by that of another: of the minimum of both, and the median over all rounds. */
function shares(results: Results, peer: string, other: string): [minimum: number, median: number] | undefined {
  const [ones, others] = [results.get(peer)!, results.get(other)];
  if (others === undefined) return undefined;
  const minimum = (list: readonly Measurement[]): number => Math.min(...list.map(({ cpu }) => cpu));
  return [minimum(ones) / minimum(others), median(ones.map(({ cpu }, round) => cpu / others[round]!.cpu))];
}

function rows({ target }: Workload, results: Results): string[][] {
  return [...results].map(([peer, list]) => {
    const of = (figure: keyof Measurement): number => median(list.map((measurement) => measurement[figure]));
    const both = (values: readonly number[] | undefined): string[] =>
      values === undefined ? ['–', '–'] : values.map((value) => value.toFixed(2));
    const fastify = shares(results, peer, 'fastify');
    const reached = peer === 'oriel' && target !== undefined && fastify !== undefined;
    return [
      peer,
      Math.min(...list.map(({ cpu }) => cpu)).toFixed(1),
      of('cpu').toFixed(1),
      ...both(shares(results, peer, 'raw')),
      ...both(fastify),
      reached ? `≤ ${target} ${fastify[0] <= target ? '✓' : '✗'}` : '',
      of('requestsPerSecond').toFixed(0),
      of('p99').toFixed(1),
      of('busy').toFixed(2),
    ];
  });
}

const HEADINGS = [
  ...['server', 'CPU µs, least', 'median', '× raw, least', 'median', '× Fastify, least', 'median', 'target'],
  ...['requests/s', 'p99 ms', 'core used'],
];

/** Returns the names on the command line. @throws {Error} if one is unknown */
function selectNames(text: string | undefined, known: readonly string[]): string[] {
  const names = text?.split(',') ?? [...known];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown name "${unknown}"; expected some of ${known.join(', ')}`);
  return names;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    peers: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '64' },
    repeat: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const names = selectNames(
  values.only,
  WORKLOADS.map(({ name }) => name),
);
const peers = selectNames(values.peers, Object.keys(PEERS)).filter((peer) => peer !== 'raw');
assertLoadGenerator();
installPeers(peers);
if (peers.includes('oriel') && !values['no-build']) build();

const kind = values.repeat ? 'the same request repeatedly' : 'varied requests';
console.log(
  `${describeMachine()}\n${kind}, ${values.rounds} rounds of ${values.seconds} s, ${values.connections} connections\n`,
);
for (const workload of WORKLOADS.filter(({ name, onDemand }) => names.includes(name) && (values.only || !onDemand))) {
  const present = peers.filter((peer) => workload.only?.includes(peer) ?? true);
  const results = await measure(workload, present, Number(values.rounds), Number(values.warm), {
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    repeat: values.repeat,
  });
  console.log(`### ${workload.title}\n\n${table(HEADINGS, rows(workload, results))}\n`);
}
