import { describeError } from 'oriel-core/http';
import { readableError } from 'oriel-core/trace';
import { observeReceivedBody, observeSentBody } from './node-bodies.ts';
import type { ReceivedMessage, SentMessage } from './node-bodies.ts';
import { urlOf } from './node-url.ts';
import type { NodeTarget } from './node-url.ts';
import { addDetails, begin, callOf, elapsed, end, profileOf, propagate, rename } from './outgoing-calls.ts';
import type { Watch } from './outgoing-calls.ts';
import { addNodeHeader } from './propagate-trace.ts';
import type { NodeHeaders } from './propagate-trace.ts';

interface NodeResponse extends ReceivedMessage {
  readonly statusCode?: number;
  readonly complete?: boolean;
  readonly errored?: unknown;
}

interface NodeRequest extends NodeHeaders, SentMessage, NodeTarget {
  readonly method: string;
  readonly res?: NodeResponse | null;
  once?(event: 'close', listener: () => void): unknown;
}

/** Records calls of `node:http` and `node:https`, by the names of their diagnostics channels. */
export const NODE_CALLS = {
  // At the start of the channel `start`, the request was sent and no header can be added.
  'http.client.request.created': ({ request }: { request: NodeRequest }, watch: Watch) => {
    propagate(request, request.host, watch.propagates, (value) => addNodeHeader(request, 'traceparent', value));
    begin(request, request.method, urlOf(request), watch);
    const outgoing = callOf(request, watch);
    if (outgoing === undefined) return;
    request.once?.('close', () => endClosed(request));
    if (watch.bodyCap > 0)
      observeSentBody(request, watch.bodyCap, outgoing.trace, (requestBody) => addDetails(request, { requestBody }));
  },
  'http.client.request.start': ({ request }: { request: NodeRequest }) =>
    rename(request, request.method, urlOf(request)),
  'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, describeError(readableError(error))),
  // The head of the response has arrived.
  'http.client.response.finish': (
    { request, response }: { request: NodeRequest; response: NodeResponse },
    watch: Watch,
  ) => {
    const outgoing = callOf(request, watch);
    if (outgoing === undefined) return;
    rename(request, request.method, urlOf(request));
    addDetails(request, {
      status: response.statusCode,
      headersAt: elapsed(request),
      ...profileOf(response.headers?.['x-debug-token']),
    });
    const responseBody = observeReceivedBody(response, watch.bodyCap, outgoing.trace, () => end(request));
    if (responseBody) addDetails(request, { responseBody });
  },
};

// A response that was not received to its end, or a connection that was upgraded.
function endClosed(request: NodeRequest): void {
  const { res } = request;
  const { errored } = res ?? {};
  const error = errored === undefined || errored === null ? undefined : describeError(readableError(errored));
  end(request, res ? { status: res.statusCode } : undefined, error);
}
