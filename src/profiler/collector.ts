import type { HttpContext } from '../core/http/context.ts';
import type { HttpResponse } from '../core/http/response.ts';
import type { Plan } from '../core/events/dispatcher.ts';
import type { Trace } from '../core/trace/trace.ts';
import type { Redactor } from './redaction/redaction.ts';
import type { CapturedBodies } from './recorder/captured-bodies.ts';

/** A completed request: the source of all data of a profile. */
export interface CollectorSubject {
  readonly context: HttpContext<Plan, Trace>;
  readonly response: HttpResponse;
  readonly delivery: {
    /** Bytes of the response body that were sent; 0 if unknown. */
    readonly bytes: number;
    /** Milliseconds from the start of the request until the last byte was sent. */
    readonly milliseconds: number;
    /** Milliseconds from the start of the request until the first byte was sent. */
    readonly firstByte?: number | undefined;
    /** Whether the connection was closed before the last byte was sent. */
    readonly aborted: boolean;
  };
  readonly bodies: CapturedBodies;
  readonly redactor: Redactor;
  /** The most bytes of each body that a profile keeps. */
  readonly bodyCap: number;
}

/** Collects one part of a profile after the last byte of the response was sent. The panel of the same name renders it. */
export interface Collector {
  readonly name: string;
  /**
   * Returns the data of this part as plain values that can be written as JSON. If it throws, the profile has the error
   * message instead. Data of an application's collector are redacted and truncated before they are stored.
   */
  collect(subject: CollectorSubject): unknown;
}
