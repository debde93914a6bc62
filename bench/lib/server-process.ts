import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileOf } from './peers.ts';

/** The server has the first core for itself, whoever asks has the second, when there are two. */
export const CORES = availableParallelism() > 1 ? { server: 0, load: 1 } : { server: 0, load: 0 };

// Below those that Linux gives the other ends of connections.
let nextPort = 20_000 + Math.floor(Math.random() * 12_000);
const alive = new Set<ChildProcess>();
process.on('exit', () => alive.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** A server under measurement, in a process of its own. */
export class ServerProcess {
  readonly peer: string;
  readonly port = nextPort++;
  readonly #child: ChildProcess;
  #complaints = '';

  constructor(peer: string, workload: string, file = fileOf(peer)) {
    this.peer = peer;
    const env = { ...process.env, PORT: String(this.port), WORKLOAD: workload, NODE_ENV: 'production' };
    const command = ['-c', String(CORES.server), process.execPath, file];
    // What it logs must be written, or logging would look free; nobody has to read it.
    this.#child = spawn('taskset', command, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr!.on('data', (chunk) => (this.#complaints = (this.#complaints + String(chunk)).slice(-2_000)));
    alive.add(this.#child);
  }

  /** Waits for the first answer. Asks every few milliseconds: the time is worth knowing, too. */
  async ready(path: string): Promise<void> {
    const deadline = performance.now() + 20_000;
    while (!(await answers(this.port, path))) {
      if (this.ended !== undefined) throw new Error(this.ended);
      if (performance.now() > deadline) throw new Error(`${this.peer} does not answer: ${this.#complaints}`);
      await sleep(2);
    }
  }

  /** Nanoseconds of processor time that all its threads have had, as the scheduler counts them. */
  cpuTime(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  }

  /** Megabytes of memory in use. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))![1]) / 1024;
  }

  /** What it said when it ended of its own accord; undefined while it runs. */
  get ended(): string | undefined {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return undefined;
    return `${this.peer} ended with ${signalCode ?? exitCode}: ${this.#complaints}`;
  }

  async stop(): Promise<void> {
    alive.delete(this.#child);
    // One that has ended already never says so again.
    if (this.ended !== undefined) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) =>
      response.resume().on('end', () => resolve(true)),
    ).on('error', () => resolve(false));
  });
}
