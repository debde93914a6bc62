import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFile } from './peers.ts';

/** The server uses the first core and the client the second, if there are two. */
export const CORES = availableParallelism() > 1 ? { server: 0, load: 1 } : { server: 0, load: 0 };

// Below the ephemeral ports of Linux.
let nextPort = 20_000 + Math.floor(Math.random() * 12_000);
const alive = new Set<ChildProcess>();
process.on('exit', () => alive.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** A server under measurement in a separate process. */
export class ServerProcess {
  readonly peer: string;
  readonly port = nextPort++;
  readonly #child: ChildProcess;
  #errors = '';

  /** @param runtime the program, with its options, that runs the file */
  constructor(
    peer: string,
    workload: string,
    file = getFile(peer),
    mode = 'production',
    runtime: readonly string[] = [process.execPath],
  ) {
    this.peer = peer;
    const env = { ...process.env, PORT: String(this.port), WORKLOAD: workload, NODE_ENV: mode };
    const command = ['-c', String(CORES.server), ...runtime, file];
    // The log is written, because logging would otherwise cost nothing; the output is discarded.
    this.#child = spawn('taskset', command, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr!.on('data', (chunk) => (this.#errors = (this.#errors + String(chunk)).slice(-2_000)));
    alive.add(this.#child);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Waits for the first response. Sends requests every few milliseconds, so that the start-up time can be measured. */
  async ready(path: string, seconds = 20): Promise<void> {
    const deadline = performance.now() + seconds * 1_000;
    while (!(await responds(this.port, path))) {
      if (this.ended !== undefined) throw new Error(this.ended);
      if (performance.now() > deadline) throw new Error(`${this.peer} does not respond: ${this.#errors}`);
      await sleep(2);
    }
  }

  /** Returns the CPU time of all its threads in nanoseconds, as the scheduler reports it. */
  cpuTime(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  }

  /** Returns the resident memory in megabytes. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))![1]) / 1024;
  }

  /** The exit code and the errors of a process that exited on its own; undefined while it runs. */
  get ended(): string | undefined {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return undefined;
    return `${this.peer} exited with ${signalCode ?? exitCode}: ${this.#errors}`;
  }

  /** Adds to the error of a client why the process exited, if it did: the system may report the exit after its closed connections. */
  async explain(error: unknown): Promise<Error> {
    for (let tries = 0; tries < 50 && this.ended === undefined; tries++) await sleep(20);
    return new Error(this.ended ?? `${this.peer} runs, but a request failed: ${this.#errors}`, { cause: error });
  }

  async stop(): Promise<void> {
    alive.delete(this.#child);
    // A process that has already exited emits no more events.
    if (this.ended !== undefined) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

function responds(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) =>
      response.resume().on('end', () => resolve(true)),
    ).on('error', () => resolve(false));
  });
}
