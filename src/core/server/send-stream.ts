import type { ServerResponse } from 'node:http';
import { isHttp2, writeHttp2 } from './http2-output.ts';

/** How a stream was sent. */
export interface StreamDelivery {
  bytes: number;
  /** The stream failed, or was not as long as announced: then the connection was broken off, so that nobody takes it for whole. */
  failed: boolean;
  /** What made it fail; undefined when the client was gone by then, because what a source throws then is no failure of its own. */
  reason: { readonly error: unknown } | undefined;
}

/**
 * Sends a stream as fast as the client takes it, after the head was written. A client that goes away cancels it at once,
 * even while nothing comes.
 *
 * @param announced the `Content-Length` that was promised, if one was
 * @returns after the last byte was handed over; the response is not ended, unless it failed
 */
export async function sendStream(
  stream: ReadableStream<Uint8Array>,
  response: ServerResponse,
  announced: number | undefined,
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
    // A read that waits ends with this; what the source throws then is nobody's business.
    reader.cancel(new DOMException('The client went away', 'AbortError')).catch(() => {});
  };
  response.on('drain', onDrain).once('close', onClose);
  try {
    if (closed) onClose();
    else response.flushHeaders();
    for (;;) {
      const { done, value } = await reader.read();
      if (closed) return delivery;
      if (done) break;
      if (!(value instanceof Uint8Array)) throw new TypeError('A stream that is sent must give bytes (Uint8Array)');
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
    delivery.failed = true;
    if (!closed && !response.destroyed) delivery.reason = { error };
    reader.cancel(error).catch(() => {});
    abortResponse(response);
  } finally {
    response.off('drain', onDrain).off('close', onClose);
  }
  return delivery;
}

/** Ends an answer so that its client sees it broken: a destroyed HTTP/2 response looks finished, unless it is reset. */
export function abortResponse(response: ServerResponse): void {
  const { stream } = response as unknown as { stream?: { close(code: number): void } };
  if (stream) stream.close(INTERNAL_ERROR);
  else response.destroy();
}

const INTERNAL_ERROR = 2;

function lengthMismatch(sent: number, announced: number): Error {
  return new Error(`The body has ${sent} bytes or more, but Content-Length announced ${announced}`);
}
