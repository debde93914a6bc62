import type { Fault } from './faults.ts';

/** A request of the planted API. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The name of the authenticated user. */
  readonly user: string | undefined;
  readonly has: (fault: Fault) => boolean;
}

/** A response of the planted API. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text that is sent instead of a body in JSON. */
  readonly text?: string;
  /** Bytes that are sent instead of a response. */
  readonly raw?: string;
  /** The request gets no response. */
  readonly hangs?: boolean;
}

/** A request that is rejected. */
export class Rejection extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}
