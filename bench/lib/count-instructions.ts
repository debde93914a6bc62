import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './figures.ts';
import { PreparedLoad } from './prepared-load.ts';
import { ServerProcess } from './server-process.ts';

/** A server whose instructions are counted. */
export interface CountedServer {
  readonly peer: string;
  readonly workload: string;
  readonly file?: string | undefined;
  /** The value of `NODE_ENV`; default `production`. */
  readonly mode?: string | undefined;
  /** A path that has a response when the server is ready. */
  readonly path: string;
  /** Creates the requests, which are sent in turn. */
  readonly createRequests: (port: number) => readonly Buffer[] | Promise<readonly Buffer[]>;
  /** The time after the last request in which its deferred work is counted, too; default 0. */
  readonly restMs?: number | undefined;
  /** Default 64. */
  readonly connections?: number | undefined;
}

/** V8 compiles functions, or collects the whole heap, in some of them. */
const WINDOWS = 5;

/**
 * Starts a server in valgrind, sends `warm` requests without counting, and counts the instructions for each of `requests` more, without
 * those of the operating system, several times.
 *
 * @returns the median
 */
export async function countInstructions(server: CountedServer, warm: number, requests: number): Promise<number> {
  return median(await countBlocks(server, warm, requests, WINDOWS));
}

/** Returns the instructions for each request of several blocks of `requests`, one after the other. */
export async function countBlocks(
  { peer, workload, file, mode, path, createRequests, restMs = 0, connections }: CountedServer,
  warm: number,
  requests: number,
  blocks: number,
): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-instructions-'));
  const server = new ServerProcess(peer, workload, file, mode, [
    ...['valgrind', '--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${folder}/counts`],
    // Code that V8 compiles replaces older code, which valgrind has to notice.
    '--smc-check=all-non-file',
    // The threads of a garbage collection wait for each other, for a time that depends on the machine.
    ...[process.execPath, '--single-threaded-gc'],
  ]);
  const control = (...options: readonly string[]): void =>
    void execFileSync('callgrind_control', [...options, String(server.pid)], { stdio: 'pipe' });
  try {
    await server.ready(path, 120);
    const load = new PreparedLoad(server.port, await createRequests(server.port), connections);
    await load.send(warm);
    await sleep(restMs);
    const counts: number[] = [];
    for (let block = 1; block <= blocks; block++) {
      control('--instr=on');
      await load.send(requests);
      await sleep(restMs);
      control('--instr=off');
      // A dump also sets the counters to zero.
      control('--dump');
      const [, total] = /^totals: (\d+)/m.exec(readFileSync(join(folder, `counts.${block}`), 'utf8'))!;
      counts.push(Math.round(Number(total) / requests));
    }
    load.close();
    return counts;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
