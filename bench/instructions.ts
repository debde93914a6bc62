/**
 * Counts the instructions that each server executes for a request, without those of the operating system: `node
 * bench/instructions.ts [--only hello,item] [--peers oriel,fastify] [--warm 60000] [--requests 6000]`. Needs valgrind.
 * README.md in this folder explains the output.
 */
import { parseArgs } from 'node:util';
import { countInstructions } from './lib/count-instructions.ts';
import { table } from './lib/figures.ts';
import { toText } from './lib/load.ts';
import { describeMachine } from './lib/machine.ts';
import { PEERS, build, installPeers } from './lib/peers.ts';
import { getTraffic } from './lib/traffic.ts';
import { WORKLOADS } from './workloads.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'hello,routes,missing,post,item,create,page,cursor,atlas,full' },
    peers: { type: 'string', default: 'oriel,fastify' },
    warm: { type: 'string', default: '60000' },
    requests: { type: 'string', default: '6000' },
    'no-build': { type: 'boolean', default: false },
  },
});
const peers = values.peers.split(',').filter((peer) => peer in PEERS);
const workloads = WORKLOADS.filter(({ name }) => values.only.split(',').includes(name));
installPeers(peers);
if (peers.includes('oriel') && !values['no-build']) build();

console.log(`${describeMachine()}\n`);
const rows: string[][] = [];
for (const workload of workloads) {
  const counts: number[] = [];
  for (const peer of peers) {
    const server = {
      ...{ peer, workload: workload.name, path: workload.path },
      createRequests: async (port: number) =>
        (await getTraffic(port, workload)).map((sent) => Buffer.from(toText(sent))),
    };
    counts.push(await countInstructions(server, Number(values.warm), Number(values.requests)));
    process.stderr.write(`${workload.name}: ${peer} ${counts.at(-1)}\n`);
  }
  const others = counts.slice(1).map((count) => (counts[0]! / count).toFixed(2));
  rows.push([workload.title, ...counts.map((count) => count.toLocaleString('en')), ...others]);
}
const shares = peers.slice(1).map((peer) => `${peers[0]} / ${peer}`);
console.log(table(['instructions per request', ...peers, ...shares], rows));
