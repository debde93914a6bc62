import type { HttpContext } from '../http/context.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { ProblemDocument } from '../http/problem.ts';

/** What the server serves. */
export interface Application {
  /** Answers one request; never throws or rejects. `context.response` is then set. */
  handle(incoming: IncomingRequest): HttpContext | Promise<HttpContext>;
  /** Told after the last byte, whatever happened; left out when nobody wants to know, so that nothing is registered. */
  onSent?: ((context: HttpContext, delivery: Delivery) => void) | undefined;
  /** Told when the body of an answer broke off after its head was sent; not when the client went away. Must not throw. */
  onBodyFailed?: ((context: HttpContext, error: unknown) => void) | undefined;
  /** Called when a response cannot be sent, such as one with an invalid header; the client gets a plain 500. Must not throw. */
  onUnsendable?: ((context: HttpContext, error: unknown) => void) | undefined;
  /** Told about bytes that never became a request. */
  onRejected?: ((refusal: Rejection) => void) | undefined;
  /** Told once when the server begins to drain, so that streams without an end can find one. */
  onDraining?: (() => void) | undefined;
}

/** How an answer reached its client. */
export interface Delivery {
  /** Bytes of the body that were handed to the connection, as sent (compressed, say). */
  readonly bytes: number;
  /** From the first word of the request to the last byte of the answer. */
  readonly milliseconds: number;
  /** The same until the head of the answer was handed to the connection; undefined where there is none. */
  readonly firstByte?: number | undefined;
  /** The client went away, or the body broke off, before the end. */
  readonly aborted: boolean;
}

/** Bytes that never became a request, and what was answered. */
export interface Rejection {
  readonly status: number;
  readonly problem: ProblemDocument;
  /** The address the bytes came from: no proxy can be asked, because there are no headers. */
  readonly ip: string;
  /** Node's code of what was wrong, such as `HPE_INVALID_METHOD`. */
  readonly reason: string;
}
