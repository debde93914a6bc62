/**
 * Measures the bytes that each server allocates for a request, and how much code it executes: `node bench/footprint.ts [--only hello,item]
 * [--peers oriel,fastify] [--no-build]`. Less of both leaves more of the caches of the processor to the application.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { table } from './lib/figures.ts';
import type { Footprint } from './lib/footprint-probe.ts';
import { toText } from './lib/load.ts';
import { PEERS, build, getFile, installPeers } from './lib/peers.ts';
import { PreparedLoad } from './lib/prepared-load.ts';
import { ServerProcess } from './lib/server-process.ts';
import { getTraffic } from './lib/traffic.ts';
import { WORKLOADS } from './workloads.ts';
import type { Workload } from './workloads.ts';

const WARM = 20_000;
const REQUESTS = 20_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'hello,missing,post,item,create,page,cursor,full' },
    peers: { type: 'string', default: 'oriel,fastify' },
    'no-build': { type: 'boolean', default: false },
  },
});
const peers = values.peers.split(',').filter((peer) => peer in PEERS);
installPeers(peers);
if (peers.includes('oriel') && !values['no-build']) build();
const rows: string[][] = [];
for (const workload of WORKLOADS.filter(({ name }) => values.only.split(',').includes(name)))
  for (const peer of peers) {
    const { bytes, functions, code } = await measure(peer, workload);
    rows.push([workload.title, peer, ...[bytes, functions, code].map((value) => value.toLocaleString('en'))]);
    process.stderr.write(`${rows.at(-1)!.join(' ')}\n`);
  }
console.log(table(['work', 'server', 'bytes per request', 'functions', 'characters of code'], rows));

async function measure(peer: string, workload: Workload): Promise<Footprint> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-footprint-'));
  const file = join(folder, 'footprint.json');
  process.env['FOOTPRINT'] = file;
  const probe = join(import.meta.dirname, 'lib/footprint-probe.ts');
  const server = new ServerProcess(peer, workload.name, getFile(peer), 'production', [
    process.execPath,
    '--import',
    probe,
  ]);
  try {
    await server.ready(workload.path, 60);
    const requests = await getTraffic(server.port, workload);
    const load = new PreparedLoad(
      server.port,
      requests.map((sent) => Buffer.from(toText(sent))),
    );
    await load.send(WARM);
    process.kill(server.pid, 'SIGUSR2');
    await sleep(500);
    await load.send(REQUESTS);
    process.kill(server.pid, 'SIGUSR2');
    while (!existsSync(file)) await sleep(100);
    await sleep(100);
    load.close();
    const footprint = JSON.parse(readFileSync(file, 'utf8')) as Footprint;
    return { ...footprint, bytes: Math.round(footprint.bytes / REQUESTS) };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
