import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sent } from './send-requests.ts';
import { CORES } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

/** The result of one load test. */
export interface Measurement {
  /** Microseconds of CPU time per response. */
  readonly cpu: number;
  readonly requests: number;
  /** The share of its core that the server used. If it is far below 1, the load generator is the bottleneck. */
  readonly busy: number;
  readonly requestsPerSecond: number;
  /** The 99th percentile of the response times in milliseconds. */
  readonly p99: number;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
}

const run = promisify(execFile);
const scripts = mkdtempSync(join(tmpdir(), 'oriel-bench-'));

/** @throws {Error} with the command to install it, if the load generator is missing */
export function assertLoadGenerator(): void {
  for (const [program, source] of [
    ['wrk', 'wrk'],
    ['taskset', 'util-linux'],
  ] as const) {
    if (spawnSync(program, ['--version']).error)
      throw new Error(`"${program}" is missing; it is in the package ${source} of Debian: apt-get install ${source}`);
  }
}

/**
 * Puts a server under load and reads its CPU time from the scheduler.
 * @param expected the status of all responses
 */
export async function load(
  server: ServerProcess,
  traffic: readonly Sent[],
  expected: number,
  { seconds, connections }: LoadOptions,
): Promise<Measurement> {
  const script = scriptFor(server, traffic);
  const [before, began] = [server.cpuTime(), performance.now()];
  const { stdout } = await run('taskset', [
    ...['-c', String(CORES.load), 'wrk', '--latency', '--threads', '1'],
    ...['--connections', String(connections), '--duration', `${seconds}s`],
    ...['--script', script, `http://127.0.0.1:${server.port}/`],
  ]).catch((error: unknown) => {
    throw new Error(server.ended ?? `The load on ${server.peer} failed: ${String(error)}`);
  });
  if (server.ended !== undefined) throw new Error(server.ended);
  const [used, elapsed] = [server.cpuTime() - before, performance.now() - began];
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const refused = expected < 400 ? 0 : requests;
  if (!requests || Math.abs(failed - refused) > connections || stdout.includes('Socket errors')) {
    throw new Error(`${server.peer} failed under load:\n${stdout}`);
  }
  return {
    cpu: used / 1000 / requests,
    requests,
    busy: used / 1e6 / elapsed,
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    p99: p99(stdout),
  };
}

const scriptOf = new WeakMap<readonly Sent[], string>();

// The file contains the bytes of all requests, so that the load generator only sends them.
function scriptFor({ peer, port }: ServerProcess, traffic: readonly Sent[]): string {
  let script = scriptOf.get(traffic);
  if (script !== undefined) return script;
  script = join(scripts, `${peer}-${port}.lua`);
  const requests = script.replace('.lua', '.bin');
  writeFileSync(requests, traffic.map(toText).join('\0'));
  writeFileSync(
    script,
    `local file = io.open(${JSON.stringify(requests)}, "rb")
local requests, index = {}, 0
for each in file:read("*a"):gmatch("[^%z]+") do requests[#requests + 1] = each end
file:close()
request = function()
  index = index % #requests + 1
  return requests[index]
end`,
  );
  scriptOf.set(traffic, script);
  return script;
}

/** Returns the text of a request of HTTP/1.1. */
export function toText({ method, path, headers, body = '' }: Sent): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

function p99(output: string): number {
  const [, value, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(output)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}
