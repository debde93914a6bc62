import { Date, performance, setTimeout } from 'oriel-core/builtins';
import { isPromise } from 'oriel-core/http';
import { applicationCallSite } from 'oriel-core/trace';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileQuery } from '../../store/search/profile-query.ts';
import { findHiddenQueries } from '../drivers/find-hidden-queries.ts';
import type { Recording } from '../recording.ts';
import { runInExchange } from '../server/current-exchange.ts';
import type { ProcessRecorder } from '../start-recording.ts';
import { beginWork } from './recorded-work.ts';

/** What was recorded while a block of code ran. */
export interface RecordedBlock<T> {
  /** What the block returned. */
  readonly result: T;
  /** What the block did itself, outside of requests. */
  readonly block: Profile;
  /** The requests that it sent to servers with the same store, the oldest first. */
  readonly requests: readonly Profile[];
}

/**
 * Runs a block of code and returns the profiles of the requests that it sent, which have its trace. The profile of the block itself is
 * removed from the store.
 *
 * @throws what the block throws
 * @throws {Error} if something could not be recorded
 */
export async function recordBlock<T>(recorder: ProcessRecorder, work: () => T): Promise<RecordedBlock<Awaited<T>>> {
  const { settings } = recorder;
  if (settings.keepRule.description !== undefined)
    throw new Error('recordRequests needs all profiles; remove ORIEL_PROFILER_KEEP, _SAMPLE and _PER_MINUTE');
  if (!settings.propagates('127.0.0.1'))
    throw new Error('recordRequests finds requests by their header "traceparent"; remove ORIEL_PROFILER_PROPAGATE=off');
  const running = beginWork({ kind: 'test', name: 'recordRequests', by: 'oriel', place: applicationCallSite() });
  if (running?.token === undefined)
    throw new Error('Nothing was recorded: the recorder has stopped, or its store is not available');
  const { token, exchange } = running;
  const recording = recorder.recording();
  const started = Date.now();
  try {
    const returned = runInExchange(exchange, work);
    const result = (isPromise(returned) ? await returned : returned) as Awaited<T>;
    running.end();
    await waitForRequests(recording, exchange.trace.traceId);
    await recording.recorder.queue.flushed();
    const block = await recording.storage.read(token);
    if (block === undefined) throw new Error(`The profile was not stored: ${describeTrouble(recording)}`);
    const hidden = findHiddenQueries(block.data.config?.['unwatched']);
    if (hidden !== undefined) throw new Error(hidden);
    return { result, block, requests: await readRequests(recording, block, started) };
  } finally {
    running.end();
    await recording.recorder.queue.flushed();
    await recording.storage.remove([token]);
  }
}

const MAX_WAIT_MS = 2_000;
const CHECK_MS = 5;
const MAX_REQUESTS = 1_000;
// The clock of another process may differ.
const CLOCK_DIFFERENCE_MS = 60_000;

// A client has the response before its server has closed it.
async function waitForRequests({ recorder: { profiler } }: Recording, traceId: string): Promise<void> {
  for (const end = performance.now() + MAX_WAIT_MS; ;) {
    const unfinished = profiler.running.find(({ trace }) => trace.traceId === traceId);
    if (unfinished === undefined) return;
    if (performance.now() > end)
      throw new Error(
        `${unfinished.method} ${unfinished.path} has not ended; read or cancel the body of each response, such as of an event stream`,
      );
    await new Promise<void>((resolve) => {
      setTimeout(resolve, CHECK_MS);
    });
  }
}

async function readRequests({ storage }: Recording, block: Profile, started: number): Promise<readonly Profile[]> {
  const query: ProfileQuery = {
    terms: [
      { field: 'traceId', operator: 'is', value: block.summary.traceId!, negated: false },
      { field: 'time', operator: 'at-least', value: started - CLOCK_DIFFERENCE_MS, negated: false },
    ],
    sort: { by: 'time', descending: false },
    limit: MAX_REQUESTS,
    cursor: undefined,
  };
  const { rows, next } = await storage.find(query);
  if (next !== undefined) throw new Error(`The block has more than ${MAX_REQUESTS} requests; divide it`);
  const requests: Profile[] = [];
  for (const { token } of rows) {
    const profile = token === block.summary.token ? undefined : await storage.read(token);
    if (profile !== undefined) requests.push(profile);
  }
  return requests;
}

function describeTrouble({ recorder: { queue } }: Recording): string {
  return queue.health.trouble ?? 'the recorder has dropped it';
}
