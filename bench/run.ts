/**
 * Measures whole requests beside the peers: `npm run bench [-- --only hello,routes] [--peers oriel,fastify] [--rounds 9]
 * [--seconds 1] [--warm 10] [--connections 64] [--no-build]`. README.md in this folder tells how to read what comes out.
 */
import { parseArgs } from 'node:util';
import { against, median, quartiles, table } from './lib/figures.ts';
import { assertLoadGenerator, load } from './lib/load.ts';
import type { LoadOptions, Measurement } from './lib/load.ts';
import { PEERS, build, installPeers } from './lib/peers.ts';
import { ServerProcess } from './lib/server-process.ts';
import { verify, withTag } from './lib/verify.ts';
import { verifyGuards, withVisitors } from './lib/visitors.ts';
import { WORKLOADS } from './workloads.ts';
import type { Workload } from './workloads.ts';

/** A measurement, and its share of what raw `node:http` cost just before and just after. */
interface Ranked extends Measurement {
  readonly ratio: number;
}

async function measure(
  workload: Workload,
  peers: readonly string[],
  rounds: number,
  warm: number,
  options: LoadOptions,
): Promise<Map<string, Ranked[]>> {
  const raw = new ServerProcess('raw', workload.name);
  const others = peers.map((peer) => new ServerProcess(peer, workload.name));
  const results = new Map<string, Ranked[]>(['raw', ...peers].map((peer) => [peer, []]));
  try {
    const works = new Map<ServerProcess, Workload>();
    for (const server of [raw, ...others]) {
      await server.ready(workload.path);
      const work = await withTag(server.port, await withVisitors(server.port, workload));
      await verify(server.peer, server.port, work);
      await verifyGuards(server.peer, server.port, work);
      works.set(server, work);
    }
    const loadOf = (server: ServerProcess, how: LoadOptions) => load(server, works.get(server)!, how);
    for (const server of [raw, ...others]) await loadOf(server, { ...options, seconds: warm });
    for (let round = 0; round < rounds; round++) {
      const before = await loadOf(raw, options);
      const group: [string, Measurement][] = [];
      for (const server of others) group.push([server.peer, await loadOf(server, options)]);
      const after = await loadOf(raw, options);
      const reference = (before.cpu + after.cpu) / 2;
      for (const [peer, one] of [...group, ['raw', before] as const, ['raw', after] as const]) {
        results.get(peer)!.push({ ...one, ratio: peer === 'raw' ? 1 : reference / one.cpu });
      }
      process.stderr.write(`${workload.name}: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await Promise.all([raw, ...others].map((server) => server.stop()));
  }
  return results;
}

function rows({ target }: Workload, results: ReadonlyMap<string, readonly Ranked[]>): string[][] {
  return [...results].map(([peer, list]) => {
    const of = (figure: keyof Ranked): number => median(list.map((each) => each[figure]));
    const ratio = of('ratio');
    const [low, high] = quartiles(list.map((each) => each.ratio));
    const shown = peer === 'oriel' && target !== undefined ? against(ratio, target, false) : ratio.toFixed(2);
    const spread = peer === 'raw' ? '' : `${low.toFixed(2)}–${high.toFixed(2)}`;
    return [peer, shown, spread, of('cpu').toFixed(1), of('requestsPerSecond').toFixed(0), of('p99').toFixed(1)];
  });
}

/** The names a person chose, each of which must exist. */
function chosen(text: string | undefined, known: readonly string[]): string[] {
  const names = text?.split(',') ?? [...known];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw new Error(`There is no "${stranger}"; there are ${known.join(', ')}`);
  return names;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    peers: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    'no-build': { type: 'boolean', default: false },
  },
});
const names = chosen(
  values.only,
  WORKLOADS.map(({ name }) => name),
);
const peers = chosen(values.peers, Object.keys(PEERS)).filter((peer) => peer !== 'raw');
assertLoadGenerator();
installPeers(peers);
if (peers.includes('oriel') && !values['no-build']) build();

console.log(
  `Node ${process.versions.node}, median of ${values.rounds} rounds of ${values.seconds} s, ${values.connections} connections\n`,
);
for (const workload of WORKLOADS.filter(({ name }) => names.includes(name))) {
  const present = peers.filter((peer) => workload.only?.includes(peer) ?? true);
  const results = await measure(workload, present, Number(values.rounds), Number(values.warm), {
    seconds: Number(values.seconds),
    connections: Number(values.connections),
  });
  console.log(
    `### ${workload.title}\n\n${table(['server', 'ratio to raw', 'middle half', 'CPU µs/request', 'requests/s', 'p99 ms'], rows(workload, results))}\n`,
  );
}
