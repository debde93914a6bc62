import type { HttpContext, RequestHeaders } from '../http/index.ts';

/** What every function of a resource is called with, beside what its operation is about. Costs arise when they are asked for. */
export class OperationInput<Uri = Readonly<Record<string, string>>> {
  readonly context: HttpContext;
  readonly #uri: Readonly<Record<string, unknown>>;

  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>) {
    this.context = context;
    this.#uri = uri;
  }

  /** The variables of the resource's path, decoded. */
  get uri(): Uri {
    return this.#uri as Uri;
  }

  get headers(): RequestHeaders {
    return this.context.headers;
  }

  /** Aborted when the client goes away or the time is up. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** Address of the client. */
  get ip(): string {
    return this.context.ip;
  }

  /** The host name the request was sent to. */
  get host(): string {
    return this.context.host;
  }
}
