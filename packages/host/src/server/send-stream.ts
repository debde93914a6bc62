import type { ServerResponse } from 'node:http';
import type { HttpContext, HttpResponse } from 'oriel-core/http';
import { isHttp2, writeHttp2 } from './http2-output.ts';
import type { EndlessBody, PushingServer } from './send-pushed.ts';

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

/**
 * Returns how the server ends the event stream of a response when it drains; undefined for other bodies. The client of an event
 * stream connects again after its end. The client of any other body would take a part of it for the whole.
 */
export function watchEventStream(
  server: PushingServer,
  context: HttpContext | undefined,
  response: HttpResponse,
): EventStreamEnd | undefined {
  if (context === undefined || !EVENT_STREAM.test(response.headers.get('content-type') ?? '')) return undefined;
  return new EventStreamEnd(server, context);
}

/** Ends an event stream in two steps: the signal of its request is aborted; later the stream is canceled. */
class EventStreamEnd implements EndlessBody {
  /** Whether the source was requested to end, so that its errors are no failures. */
  isStopping = false;
  /** Cancels the stream and completes the response. */
  cancel: (() => void) | undefined = undefined;
  readonly #server: PushingServer;
  readonly #context: HttpContext;

  constructor(server: PushingServer, context: HttpContext) {
    this.#server = server;
    this.#context = context;
    server.endless.add(this);
    if (server.draining) this.stopping();
  }

  stopping(): void {
    this.isStopping = true;
    this.#context.abandon(new DOMException('The server is stopping', 'AbortError'));
  }

  /** Called when the response has ended. */
  closed(): void {
    this.#server.endless.delete(this);
  }
}

const EVENT_STREAM = /^text\/event-stream *(;|$)/i;
