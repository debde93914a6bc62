/**
 * A body that writes itself for as long as its reader stays, such as a stream of events: nothing is pulled and nothing
 * awaited, so that one piece of bytes can go to thousands of readers in one loop.
 */
export interface PushedBody {
  /** Called once, right after the head was handed over; gives whoever wants to know what the reader does. */
  begin(sink: BodySink): BodySource;
  /** Called instead, when nobody will read it: an answer to HEAD, say. */
  discard(): void;
}

/** Where a pushed body writes to. */
export interface BodySink {
  /** Hands on bytes. They may be shared with other answers: nobody may change them afterwards. */
  write(bytes: Uint8Array): void;
  /** Bytes handed over that the reader has not taken yet. */
  readonly waiting: number;
  /** The body is complete. */
  end(): void;
  /** Breaks the answer off, so that nobody takes it for complete. */
  cut(): void;
}

/** What a pushed body wants to know of its reader. */
export interface BodySource {
  /** All that waited was taken. */
  drained(): void;
  /** It is over, whoever ended it; called once. */
  closed(): void;
  /** The server that it is sent by is about to stop and waits for its end. */
  stopping?(): void;
}

/** Does this body write itself? */
export function isPushedBody(body: unknown): body is PushedBody {
  return typeof body === 'object' && body !== null && typeof (body as { begin?: unknown }).begin === 'function';
}
