import type { Delivery } from 'oriel-core/http';
import type { RecordedExchange, RecordedResponseHead } from './recorded-exchange.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { CapturedBodies } from './captured-bodies.ts';

/** A completed request: the source of all data of a profile. */
export interface CollectorSubject<Exchange extends RecordedExchange = RecordedExchange> {
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
export type RecordedSubject = CollectorSubject;

/** Collects one part of a profile after the last byte of the response was sent. The panel of the same name renders it. */
export interface Collector<Exchange extends RecordedExchange = RecordedExchange> {
  readonly name: string;
  /**
   * Returns the data of this part as plain values that can be written as JSON. If it throws, the profile has the error
   * message instead. Data of an application's collector are redacted and truncated before they are stored.
   */
  collect(subject: CollectorSubject<Exchange>): unknown;
}
