import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runsOf } from './loader.ts';
import { observeTime } from './time-limit.ts';
import type { TimeLimit } from './time-limit.ts';
import type { Job, Outcome, Progress } from './worker.ts';

/** The result of a job: its outcome, or undefined when it exceeded its time limit or ended the process. */
export type Result = Outcome | undefined;

/** Runs jobs in two processes that stay warm, and calls `done` with each result. Each test file has its own time limit. */
export async function runJobs<J extends Job>(
  jobs: readonly J[],
  limit: (job: J, testIndex: number) => TimeLimit,
  done: (job: J, result: Result) => void,
): Promise<void> {
  const waiting = [...jobs].reverse();
  await Promise.all(
    Array.from({ length: Math.min(PROCESSES, jobs.length) }, async () => {
      const worker = new Worker();
      for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) {
        const current = job;
        const limitOf = (testIndex: number): TimeLimit => limit(current, testIndex);
        // A warm process may end because of what an earlier job left.
        const result = (await worker.run(job, limitOf)) ?? (await worker.run(job, limitOf));
        if (result !== undefined && result.megabytes > MAX_MEGABYTES) worker.stop();
        done(job, result);
      }
      worker.stop();
    }),
  );
}

const PROCESSES = 2;
const MAX_MEGABYTES = 900;

class Worker {
  #process: ChildProcess | undefined;

  async run(job: Job, limitOf: (testIndex: number) => TimeLimit): Promise<Result> {
    const child = (this.#process ??= await start());
    let stop = (): void => {};
    const result = await new Promise<Result>((resolve) => {
      child.once('exit', () => resolve(undefined));
      child.on('message', (message: Progress | Outcome) => {
        if (!('begins' in message)) return resolve(message);
        stop();
        stop = observeTime(child.pid!, limitOf(message.begins), () => resolve(undefined));
      });
      child.send(job);
    });
    stop();
    child.removeAllListeners();
    if (result === undefined) this.stop();
    return result;
  }

  stop(): void {
    // An endless loop does not react to SIGTERM.
    const child = this.#process;
    this.#process = undefined;
    child?.once('exit', () => rmSync(runsOf(child.pid!), { recursive: true, force: true })).kill('SIGKILL');
  }
}

function start(): Promise<ChildProcess> {
  const execArgv = ['--conditions=oriel:source', '--preserve-symlinks', '--disable-warning=ExperimentalWarning'];
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child)).once('error', reject);
    child.once('exit', (code) => reject(new Error(`The process that runs tests ended with ${code} when it started`)));
  });
}
