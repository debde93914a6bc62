import { getMessage, Memo, isPromise } from 'oriel-core/http';
import { readableError, applicationCallSite, currentScope, runInTrace } from 'oriel-core/trace';
import type { Trace, TraceOrigin } from 'oriel-core/trace';
import { replaceMethod } from '../drivers/replace-method.ts';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { settle } from '../own-frames.ts';
import { runInExchange } from '../server/current-exchange.ts';
import { beginWork, getOrigin, recordedName } from './recorded-work.ts';
import type { RunningWork } from './recorded-work.ts';

const VERSIONS = { majors: [5, 6], tested: '5.0, 6.7' };

/** Records each job that a worker of BullMQ processes as a profile of its own. */
export const bullmqWorkerLibrary: LibraryWatch<{ readonly prototype: object }> = {
  name: 'bullmq',
  ...VERSIONS,
  files: { 'dist/cjs/classes/worker.js': 'Worker', 'dist/esm/classes/worker.js': 'Worker' },
  watch({ prototype }, { version }) {
    replaceMethod(prototype, 'callProcessJob', (process) => {
      return function (job, ...rest) {
        const running = guarded('bullmq', () => beginJob(job as Job, `BullMQ ${version}`));
        if (running === undefined) return process.call(this, job, ...rest);
        try {
          const result = runInExchange(running.exchange, () => process.call(this, job, ...rest));
          // BullMQ handles the rejection of the same promise, and its stack names the functions that wait for it.
          if (isPromise(result))
            result.then(
              (value) => endJob(running, value),
              (error: unknown) => endJob(running, undefined, { error }),
            );
          else endJob(running, result);
          return result;
        } catch (error) {
          endJob(running, undefined, { error });
          throw error;
        }
      };
    });
  },
};

/** Records the jobs that a request adds to a queue. */
export const bullmqQueueLibrary: LibraryWatch<{ readonly prototype: object }> = {
  name: 'bullmq',
  ...VERSIONS,
  files: { 'dist/cjs/classes/queue.js': 'Queue', 'dist/esm/classes/queue.js': 'Queue' },
  watch({ prototype }) {
    const record = (method: string, nameOf: (jobs: unknown, queue: string) => string): void =>
      replaceMethod(prototype, method, (add) => {
        return function (...args) {
          const queue = this as Queue;
          return recordAdding(queue, nameOf(args[0], queue.name), () => add.apply(this, args));
        };
      });
    record('add', (name, queue) => `add job ${queue}/${String(name)}`);
    record('addBulk', (jobs, queue) => `add ${(jobs as readonly unknown[] | undefined)?.length} jobs ${queue}`);
  },
};

function recordAdding(queue: Queue, name: string, add: () => unknown): unknown {
  const { trace, span: parent } = currentScope();
  if (!trace.recording) return add();
  const caller = guarded('bullmq', formatCaller);
  const span = trace.begin('user', recordedName(name), parent, { queue: queue.name, caller });
  return settle(runInTrace(trace, add, span) as Promise<unknown>, (error, added) => {
    if (error === undefined) guarded('bullmq', () => endAdding(trace, span, queue.name, added));
    else trace.end(span, undefined, getMessage(readableError(error)));
  });
}

function endAdding(trace: Trace, span: number, queue: string, added: unknown): void {
  const ids = [added].flat().map((job) => String((job as Job | undefined)?.id));
  trace.end(span, ids.length === 1 ? { id: ids[0] } : { ids: ids.slice(0, MAX_IDS) });
  const origin = getOrigin(trace);
  if (origin !== undefined) for (const id of ids) traces.set(getKey(queue, id), origin);
}

const MAX_IDS = 20;

interface Job {
  readonly id?: string;
  readonly name: string;
  readonly queueName: string;
  readonly data: unknown;
  readonly attemptsMade?: number;
}

interface Queue {
  readonly name: string;
}

// The traces of requests by the job that they added. A worker in another process does not know them.
const traces = new Memo<TraceOrigin>(2_000);

function getKey(queue: string, id: string): string {
  return `${queue} ${id}`;
}

function beginJob({ id = '', name, queueName, data, attemptsMade = 0 }: Job, by: string): RunningWork | undefined {
  const attributes = new Map<string, unknown>([
    ['queue', queueName],
    ['job id', id],
    ['attempt', attemptsMade + 1],
    ['data', data],
  ]);
  const parent = traces.get(getKey(queueName, id));
  return beginWork({ kind: 'job', name: `${queueName}/${name}`, by, attributes, parent });
}

function endJob(running: RunningWork, result: unknown, failure?: { readonly error: unknown }): void {
  const { exchange } = running;
  const attributes = exchange.attributes as Map<string, unknown>;
  if (result !== undefined) attributes.set('result', result);
  running.end(failure);
}

function formatCaller(): string | undefined {
  const location = applicationCallSite();
  return location && `${location.file}:${location.line}`;
}
