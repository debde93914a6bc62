/**
 * Counts the instructions that each server executes for a request, without those of the operating system: `node
 * bench/instructions.ts [--only hello,item] [--peers oriel,fastify] [--warm 60000] [--requests 6000]`. Needs valgrind.
 * README.md in this folder explains the output.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from './lib/figures.ts';
import { textOf } from './lib/load.ts';
import { PEERS, build, installPeers } from './lib/peers.ts';
import { PreparedLoad } from './lib/prepared-load.ts';
import { ServerProcess } from './lib/server-process.ts';
import { trafficOf } from './lib/traffic.ts';
import { WORKLOADS } from './workloads.ts';
import type { Workload } from './workloads.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'hello,routes,missing,post,item,create,cursor,full' },
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

const rows: string[][] = [];
for (const workload of workloads) {
  const counts: number[] = [];
  for (const peer of peers) {
    counts.push(await countInstructions(peer, workload));
    process.stderr.write(`${workload.name}: ${peer} ${counts.at(-1)}\n`);
  }
  const others = counts.slice(1).map((count) => (counts[0]! / count).toFixed(2));
  rows.push([workload.title, ...counts.map((count) => count.toLocaleString('en')), ...others]);
}
const shares = peers.slice(1).map((peer) => `${peers[0]} / ${peer}`);
console.log(table(['instructions per request', ...peers, ...shares], rows));

/** Warms a server up without counting, and counts for further requests. */
async function countInstructions(peer: string, workload: Workload): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-instructions-'));
  const server = new ServerProcess(peer, workload.name, undefined, undefined, [
    ...['valgrind', '--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${folder}/counts`],
    // Code that V8 compiles replaces older code, which valgrind has to notice.
    '--smc-check=all-non-file',
    // The threads of a garbage collection wait for each other, for a time that depends on the machine.
    ...[process.execPath, '--single-threaded-gc'],
  ]);
  const control = (...options: readonly string[]): void =>
    void execFileSync('callgrind_control', [...options, String(server.pid)], { stdio: 'pipe' });
  try {
    await server.ready(workload.path, 120);
    const requests = (await trafficOf(server.port, workload)).map((sent) => Buffer.from(textOf(sent)));
    const load = new PreparedLoad(server.port, requests);
    await load.send(Number(values.warm));
    control('--instr=on');
    await load.send(Number(values.requests));
    control('--instr=off');
    load.close();
    control('--dump');
    const [, total] = /^totals: (\d+)/m.exec(readFileSync(join(folder, 'counts.1'), 'utf8'))!;
    return Math.round(Number(total) / Number(values.requests));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
