import { RequestSender } from 'oriel-core/client';
import type { MaskedValue } from '../export/placeholders.ts';
import { splitRecordedUrl } from '../export/repeatable-request.ts';
import type { RepeatableSource } from '../export/repeatable-request.ts';
import { compareResponses, toComparableResponse } from './compare-responses.ts';
import type { MaskedValues } from './insert-values.ts';
import { prepareReplay } from './prepare-replay.ts';
import type { ReplayEdits } from './prepare-replay.ts';
import type { HarEntry } from './read-har.ts';

export interface HarResult {
  readonly method: string;
  readonly url: string;
  /** The recorded and the new status; undefined if the request was not sent. */
  readonly status?: readonly [recorded: number, now: number];
  readonly differences: readonly string[];
  readonly notSent?: string;
  /** Whether the request is one to another host than the application. */
  readonly isOfOtherOrigin: boolean;
}

export interface HarReplayOptions {
  /** Where the requests are sent, in place of the origin of the first entry; undefined for their own origins on this machine. */
  readonly against: string | undefined;
  readonly edit: (source: RepeatableSource) => ReplayEdits;
  readonly readValues: (masked: readonly MaskedValue[]) => MaskedValues;
}

/**
 * Sends the safe requests of an archive one after the other, and compares their responses by status and shape. Requests of another origin
 * than that of the first entry are not sent to `against`. After 200 MB of responses, no further request is sent.
 */
export async function replayHar(entries: readonly HarEntry[], options: HarReplayOptions): Promise<HarResult[]> {
  const results: HarResult[] = [];
  const firstOrigin = entries[0] && splitRecordedUrl(entries[0].source).origin;
  let bytes = 0;
  for (const entry of entries) {
    const { method, url, source, response: recorded } = entry;
    const { origin } = splitRecordedUrl(source);
    const isOfOtherOrigin = origin !== firstOrigin && origin !== options.against;
    const result = { method, url, differences: [], isOfOtherOrigin };
    const notSent = (reason: string): void => void results.push({ ...result, notSent: reason });
    if (isOfOtherOrigin && options.against !== undefined) {
      notSent('it is a request of another origin');
      continue;
    }
    const prepared = prepare(source, options);
    if (typeof prepared === 'string') notSent(prepared);
    else if (!prepared.isSafe) notSent(`${prepared.method} may change data`);
    else if (recorded === undefined) notSent('the archive has no response to it');
    else if (bytes > MAX_TOTAL_BYTES) notSent('the limit of 200 MB of responses is reached');
    else {
      const sender = new RequestSender(prepared.origin);
      const response = await sender.send(prepared, { timeoutMs: 30_000 });
      sender.close();
      bytes += response.body.length;
      if (response.status === 0) notSent(response.failure?.message ?? 'there is no response');
      else {
        const { lines } = compareResponses(recorded, toComparableResponse(response));
        results.push({ ...result, status: [recorded.status, response.status], differences: lines });
      }
    }
  }
  return results;
}

const MAX_TOTAL_BYTES = 200_000_000;

function prepare(source: RepeatableSource, { against, edit, readValues }: HarReplayOptions) {
  const edits = { ...edit(source), origin: against };
  const permissions = { allowsRemote: true };
  const masked = prepareReplay(source, edits, permissions);
  if ('problems' in masked) return masked.problems.join(' ');
  const prepared = prepareReplay(source, { ...edits, values: readValues(masked.missing) }, permissions);
  if ('problems' in prepared) return prepared.problems.join(' ');
  const missing = prepared.missing.filter((value) => value.in !== 'cookie').map(({ variable }) => `$${variable}`);
  return missing.length > 0 ? `it needs ${missing.join(' and ')}` : prepared;
}
