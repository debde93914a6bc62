import type { Trace } from 'oriel-core/trace';

/** The place of a request in its distributed trace: the IDs that its log records and its outgoing calls have, too. */
export interface ProfileIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
}

/** Returns the place of a recorded request in its trace; undefined if it has none. */
export function getProfileIds({ traceId, spanId, parentId }: Trace): ProfileIds | undefined {
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId, parentId };
}
