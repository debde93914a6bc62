/**
 * A body that writes to its reader by itself, such as an event stream: nothing is pulled or
 * awaited, so one chunk of bytes can be sent to thousands of readers in one loop.
 */
export interface PushedBody {
  /** Called once, right after the head was sent. Returns callbacks for what the reader does. */
  begin(sink: BodySink): BodySource;
  /** Called instead of `begin` if the body is not sent, for example in the response to HEAD. */
  discard(): void;
}

/** The destination of a pushed body. */
export interface BodySink {
  /** Sends bytes. They may be shared with other responses and must not be changed afterwards. */
  write(bytes: Uint8Array): void;
  /** Bytes that were written and not yet consumed by the reader. */
  readonly waiting: number;
  /** Ends the body. */
  end(): void;
  /** Aborts the response, so that the client does not consider it complete. */
  cut(): void;
}

/** Callbacks for the events of a reader. */
export interface BodySource {
  /** All pending bytes were consumed. */
  drained(): void;
  /** The body has ended, for any reason; called once. */
  closed(): void;
  /** The server is about to stop and waits for the body to end. */
  stopping?(): void;
}

/** Returns whether a body is a pushed body. */
export function isPushedBody(body: unknown): body is PushedBody {
  return typeof body === 'object' && body !== null && typeof (body as { begin?: unknown }).begin === 'function';
}
