import { sharedRecorder } from '../node/shared-recorder.ts';
import type { Finding, Profile, RecordedLog } from '../profile/profile.ts';
import { toList } from '../profile/recorded-values.ts';
import { listCalls, listQueries } from './recorded-work.ts';
import type { RecordedCall, RecordedQuery } from './recorded-work.ts';

/** What was recorded while a block of a test ran. */
export interface RecordedRequests<T> {
  /** What the block returned. */
  readonly result: T;
  /** The profiles of the requests that it sent to servers of this process, or of others with the same store, the oldest first. */
  readonly requests: readonly Profile[];
  /** The queries that the block ran itself, then those of its requests. */
  readonly queries: readonly RecordedQuery[];
  /** The outgoing calls of its requests. */
  readonly calls: readonly RecordedCall[];
  /** Those of the requests, and of the queries that the block ran itself. */
  readonly findings: readonly Finding[];
  readonly logs: readonly RecordedLog[];
}

/**
 * Runs a block of a test and returns what was recorded of it: the requests that it sent, their queries, outgoing calls, findings and
 * logs, and the queries that it ran without a request. Blocks that run at the same time do not mix. The test runs with
 * `node --import oriel/register --test`, or with `NODE_OPTIONS='--import oriel/register'`.
 *
 * @param work a function that may return a promise
 * @throws what `work` throws
 * @throws {Error} if nothing can be recorded, such as without `oriel/register` or under Jest, or if a request has not ended two
 *   seconds after the block
 *
 * @example
 * ```ts no-run
 * import { recordRequests } from 'oriel/testing';
 * const { requests, queries } = await recordRequests(() => fetch('http://localhost:3000/orders'));
 * requests.length; // => 1
 * queries.length; // => 2
 * ```
 */
export async function recordRequests<T>(work: () => T): Promise<RecordedRequests<Awaited<T>>> {
  const recorder = sharedRecorder();
  if (recorder === undefined) throw new Error(explainMissingRecorder());
  if (recorder.recordBlock === undefined)
    throw new Error(
      'Nothing is recorded in this process; the recorder has printed the reason when the process started, or its version of oriel has no recordRequests',
    );
  const { result, block, requests } = await recorder.recordBlock(work);
  const profiles = [block, ...requests];
  return {
    result,
    requests,
    queries: [
      ...listQueries(block, undefined),
      ...requests.flatMap((profile) => listQueries(profile, profile.summary.token)),
    ],
    calls: requests.flatMap(listCalls),
    findings: profiles.flatMap((profile) => listFindings(profile, profile === block)),
    logs: profiles.flatMap(({ data }) => toList(data.logs)),
  };
}

// A block waits for its requests, which is not a slow call.
function listFindings({ data }: Profile, isBlock: boolean): readonly Finding[] {
  return toList(data.findings).filter(({ panel }) => !isBlock || panel === 'database');
}

function explainMissingRecorder(): string {
  if (process.env['JEST_WORKER_ID'] !== undefined && process.env['VITEST'] === undefined)
    return 'Jest loads modules itself, so that their queries are not recorded: use node:test, Mocha or Vitest';
  return "Nothing is recorded, because oriel/register is not loaded: run the tests with NODE_OPTIONS='--import oriel/register'; of Vitest, use the pool forks or threads";
}
