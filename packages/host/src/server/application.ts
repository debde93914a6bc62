import type { HttpContext, Delivery, IncomingRequest, ProblemDocument } from 'oriel-core/http';

/** Handles the requests of a server. */
export interface Application {
  /**
   * Handles one request and sets `context.response`. Must not throw or reject.
   * @param isOutermost whether a callback of Node.js has no other work than this request, so that the asynchronous context can
   *   be changed until its end
   */
  handle(incoming: IncomingRequest, isOutermost?: boolean): HttpContext | Promise<HttpContext>;
  /** Whether the application has a route for the path of a request. Without it, the application handles every request. */
  handles?: ((incoming: IncomingRequest) => boolean) | undefined;
  /** Called after the last byte of a response, also of an aborted one. Without it, the server measures nothing. */
  onSent?: ((context: HttpContext, delivery: Delivery) => void) | undefined;
  /** Called if the body of a response fails after its headers were sent; not if the client disconnects. Must not throw. */
  onBodyFailed?: ((context: HttpContext, error: unknown) => void) | undefined;
  /** Called when a response cannot be sent, such as one with an invalid header; the client gets a plain 500. Must not throw. */
  onUnsendable?: ((context: HttpContext, error: unknown) => void) | undefined;
  /** Called if bytes from a client cannot be parsed as a request. */
  onRejected?: ((refusal: Rejection) => void) | undefined;
  /** Whether the application records its requests itself, so that `oriel/register` in the same process does not. */
  readonly isRecorded?: boolean | undefined;
  /** Called once when the server starts to drain, so that endless streams can end. */
  onDraining?: (() => void) | undefined;
}

/** Bytes that could not be parsed as a request, and the response to them. */
export interface Rejection {
  readonly status: number;
  readonly problem: ProblemDocument;
  /** The address of the connection. Without headers, a proxy cannot forward the client's address. */
  readonly ip: string;
  /** The error code of Node.js, such as `HPE_INVALID_METHOD`. */
  readonly reason: string;
}
