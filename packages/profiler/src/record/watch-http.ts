import { channel } from 'node:diagnostics_channel';
import { tryRead } from 'oriel-core/errors';
import { NODE_CALLS } from './node-calls.ts';
import type { Watch } from './outgoing-calls.ts';
import { createPropagation } from './propagate-trace.ts';
import type { Propagation } from './propagate-trace.ts';
import { UNDICI_CALLS } from './undici-calls.ts';

/**
 * Records the outgoing HTTP calls of a recorded request as spans, for `fetch` (undici) and `node:http`, with their
 * status, bodies and the phases that their diagnostics channels report. Calls to the hosts of `propagates` get the header
 * `traceparent`, so that the called service continues the trace.
 *
 * @param bodyCap the most bytes that are kept of each body; 0 for none
 * @returns a function that ends the recording
 */
export function watchHttpClients(propagates: Propagation = createPropagation(), bodyCap = 0): () => void {
  const watch: Watch = { propagates, bodyCap };
  const undo = [...Object.entries(UNDICI_CALLS), ...Object.entries(NODE_CALLS)].map(([name, listen]) => {
    // What a subscriber throws is an uncaught error of the process.
    const onMessage = (message: unknown): void => tryRead(() => listen(message as never, watch), undefined);
    channel(name).subscribe(onMessage);
    return () => channel(name).unsubscribe(onMessage);
  });
  return () => undo.forEach((callback) => callback());
}
