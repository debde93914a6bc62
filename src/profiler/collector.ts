import type { HttpContext } from '../core/http/context.ts';
import type { Delivery } from '../core/http/delivery.ts';
import type { Plan } from '../core/events/dispatcher.ts';
import type { Trace } from '../core/trace/trace.ts';
import type { RecordedExchange, RecordedResponseHead } from './recorder/recorded-exchange.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { CapturedBodies } from './recorder/captured-bodies.ts';

/** The context of a request of an Oriel host. */
export type HostExchange = HttpContext<Plan, Trace>;

/** A completed request: the source of all data of a profile. */
export interface CollectorSubject<Exchange extends RecordedExchange = HostExchange> {
  readonly context: Exchange;
  /** The URL of the request, with masked secrets. */
  readonly url: string;
  readonly response: RecordedResponseHead;
  /** How the response was delivered. The bytes are 0 if they are unknown. */
  readonly delivery: Delivery;
  readonly bodies: CapturedBodies;
  readonly redactor: Redactor;
  /** The most bytes of each body that a profile keeps. */
  readonly bodyCap: number;
}

/** A completed request of any server. */
export type RecordedSubject = CollectorSubject<RecordedExchange>;

/** Collects one part of a profile after the last byte of the response was sent. The panel of the same name renders it. */
export interface Collector<Exchange extends RecordedExchange = HostExchange> {
  readonly name: string;
  /**
   * Returns the data of this part as plain values that can be written as JSON. If it throws, the profile has the error
   * message instead. Data of an application's collector are redacted and truncated before they are stored.
   */
  collect(subject: CollectorSubject<Exchange>): unknown;
}
