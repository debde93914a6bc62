import type { ServerResponse } from 'node:http';
import type { EventStreamEnd } from './event-stream-end.ts';
import { isHttp2, writeHttp2 } from './http2-output.ts';

/** The result of sending a stream. */
export interface StreamDelivery {
  bytes: number;
  /** The stream failed, or its length differs from the announced one. The connection was aborted. */
  failed: boolean;
  /** Why it failed; undefined if the client had disconnected. */
  reason: { readonly error: unknown } | undefined;
}

/**
 * Sends a stream at the pace of the client, after the response headers. Cancels the stream as soon as the client disconnects.
 *
 * @param announced the `Content-Length` of the response, if any
 * @param end how the server ends the stream when it drains, for an event stream
 * @returns after the last byte was written; the response is not ended, unless the stream failed
 */
export async function sendStream(
  stream: ReadableStream<Uint8Array>,
  response: ServerResponse,
  announced: number | undefined,
  end?: EventStreamEnd,
): Promise<StreamDelivery> {
  const delivery: StreamDelivery = { bytes: 0, failed: false, reason: undefined };
  const reader = stream.getReader();
  let wake = (): void => {};
  let closed = response.destroyed;
  const http2 = isHttp2(response);
  const onDrain = (): void => {
    if (!http2) wake();
  };
  const onClose = (): void => {
    closed = true;
    wake();
    // Ends a pending read; errors of the source are ignored.
    reader.cancel(new DOMException('The client disconnected', 'AbortError')).catch(() => {});
  };
  if (end)
    end.cancel = () => void reader.cancel(new DOMException('The server is stopping', 'AbortError')).catch(() => {});
  response.on('drain', onDrain).once('close', onClose);
  try {
    if (closed) onClose();
    else response.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (closed) return delivery;
      if (done) break;
      if (!(value instanceof Uint8Array))
        throw new TypeError('A response stream must contain chunks of type Uint8Array');
      delivery.bytes += value.byteLength;
      if (announced !== undefined && delivery.bytes > announced) throw lengthMismatch(delivery.bytes, announced);
      if (value.byteLength > 0 && (http2 || !response.write(value))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (http2) writeHttp2(response, value, resolve);
          if (closed) resolve();
        });
      }
    }
    if (announced !== undefined && delivery.bytes !== announced) throw lengthMismatch(delivery.bytes, announced);
  } catch (error) {
    if (end?.isStopping && !closed) return delivery;
    delivery.failed = true;
    if (!closed && !response.destroyed) delivery.reason = { error };
    reader.cancel(error).catch(() => {});
    abortResponse(response);
  } finally {
    response.off('drain', onDrain).off('close', onClose);
  }
  return delivery;
}

/** Aborts a response so that the client notices. An HTTP/2 stream is reset, because destroying it would look complete. */
export function abortResponse(response: ServerResponse): void {
  const { stream } = response as unknown as { stream?: { close(code: number): void } };
  if (stream) stream.close(INTERNAL_ERROR);
  else response.destroy();
}

const INTERNAL_ERROR = 2;

function lengthMismatch(sent: number, announced: number): Error {
  return new Error(`The body has ${sent} bytes or more, but Content-Length announced ${announced}`);
}
