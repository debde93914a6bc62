import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Workload } from '../workloads.ts';
import { CORES } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

/** What one stretch of load showed. */
export interface Measurement {
  /** Microseconds of processor time that the server spent on one answer. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly p99: number;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
}

const run = promisify(execFile);
const scripts = mkdtempSync(join(tmpdir(), 'oriel-bench-'));

/** @throws {Error} with the way to get it, when the load generator is missing */
export function assertLoadGenerator(): void {
  for (const [program, source] of [
    ['wrk', 'wrk'],
    ['taskset', 'util-linux'],
  ] as const) {
    if (spawnSync(program, ['--version']).error)
      throw new Error(`"${program}" is missing; it is in the package ${source} of Debian: apt-get install ${source}`);
  }
}

/** Puts a server under load, and reads off the scheduler what it cost. */
export async function load(
  server: ServerProcess,
  workload: Workload,
  { seconds, connections }: LoadOptions,
): Promise<Measurement> {
  const before = server.cpuTime();
  const { stdout } = await run('taskset', [
    ...['-c', String(CORES.load), 'wrk', '--latency', '--threads', '1'],
    ...['--connections', String(connections), '--duration', `${seconds}s`],
    ...['--script', scriptFor(workload, server.peer), `http://127.0.0.1:${server.port}${workload.path}`],
  ]).catch((error: unknown) => {
    throw new Error(server.ended ?? `The load on ${server.peer} failed: ${String(error)}`);
  });
  if (server.ended !== undefined) throw new Error(server.ended);
  const spent = server.cpuTime() - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const expected = workload.status < 400 ? 0 : requests;
  if (!requests || Math.abs(failed - expected) > connections || stdout.includes('Socket errors')) {
    throw new Error(`${server.peer} did not hold under load:\n${stdout}`);
  }
  return {
    cpu: spent / 1000 / requests,
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    p99: p99(stdout),
  };
}

function scriptFor({ name, method, path, body, asks = {}, everybody }: Workload, peer: string): string {
  const file = join(scripts, `${name}-${peer}.lua`);
  const lines = [`wrk.method = ${JSON.stringify(method)}`];
  if (body !== undefined)
    lines.push(`wrk.body = ${JSON.stringify(body)}`, 'wrk.headers["Content-Type"] = "application/json"');
  for (const [header, value] of Object.entries(asks))
    lines.push(`wrk.headers[${JSON.stringify(header)}] = ${JSON.stringify(value)}`);
  if (everybody) lines.push(inTurn(path, everybody));
  writeFileSync(file, lines.join('\n'));
  return file;
}

// The requests of all visitors are made once; then one after the other is sent.
function inTurn(path: string, everybody: readonly Readonly<Record<string, string>>[]): string {
  const tables = everybody.map(
    (asks) =>
      `{${Object.entries(asks)
        .map(([header, value]) => `[${JSON.stringify(header)}] = ${JSON.stringify(value)}`)
        .join(', ')}}`,
  );
  return `local everybody = {${tables.join(',\n')}}
local requests, turn = {}, 0
init = function()
  for i, asks in ipairs(everybody) do
    asks["Host"] = wrk.headers["Host"]
    requests[i] = wrk.format("GET", ${JSON.stringify(path)}, asks)
  end
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end`;
}

function p99(output: string): number {
  const [, value, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(output)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}
