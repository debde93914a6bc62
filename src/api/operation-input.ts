import type { HttpContext, RequestHeaders } from '../http/index.ts';
import type { OperationRun } from './operation-run.ts';

/** What every function of a resource is called with, beside what its operation is about. Costs arise when they are asked for. */
export interface RequestInput {
  /** What the operation's own schema (`query`) made of its parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly context: HttpContext;
  readonly headers: RequestHeaders;
  /** Aborted when the client goes away or the time is up. */
  readonly signal: AbortSignal;
  /** Address of the client. */
  readonly ip: string;
  /** The host name the request was sent to. */
  readonly host: string;
}

/** Makes them, with the variables of the resource's path. */
export class OperationInput implements RequestInput {
  readonly context: HttpContext;
  /** The variables of the resource's path, decoded. */
  readonly uri: Readonly<Record<string, string>>;

  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>) {
    this.context = context;
    this.uri = uri as Readonly<Record<string, string>>;
  }

  get query(): Readonly<Record<string, unknown>> {
    return (this.context.operation as OperationRun).query?.own ?? NOTHING;
  }

  get headers(): RequestHeaders {
    return this.context.headers;
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }

  get ip(): string {
    return this.context.ip;
  }

  get host(): string {
    return this.context.host;
  }
}

const NOTHING = Object.freeze({});
