import type { HttpContext, HttpResponse } from 'oriel-core/http';
import type { EndlessBody, PushingServer } from './send-pushed.ts';

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
export class EventStreamEnd implements EndlessBody {
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
