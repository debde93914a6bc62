import type { Buffer } from 'node:buffer';
import type { BodySink, BodySource, PushedBody } from '../../core/http/pushed-body.ts';
import { randomRetryMs, formatRetry } from './event-format.ts';
import type { DispatchedUpdate, History } from './history.ts';
import type { Subscriber } from './subscription.ts';

/** Why a stream is over. */
export type StreamEndReason = 'left' | 'slow' | 'expired' | 'drained';

/** What an event stream needs of its hub. */
export interface StreamHub {
  readonly history: History;
  readonly bufferCap: number;
  readonly counters: { bytes: number };
  addStream(stream: EventStream): void;
  removeStream(stream: EventStream, why: StreamEndReason): void;
  /** Writes what waits for the end of this turn. */
  flush(): void;
}

/**
 * The answer to one subscriber. It begins with what the subscriber has missed, as fast as it takes it, straight from the
 * history: what is published meanwhile goes there, too, so that nothing is lost and nothing told twice. Once there is
 * nothing left it is told what comes as it comes. A reader that lets too much wait is cut.
 */
export class EventStream implements PushedBody, BodySource {
  readonly subscriber: Subscriber;
  readonly address: string;
  readonly #hub: StreamHub;
  readonly #greeting: Buffer;
  /** Where it is in the history; 0 when it is told what comes as it comes. */
  #next: number;
  #sink: BodySink | undefined = undefined;
  #over = false;
  #why: StreamEndReason = 'left';
  /** When it has to end, in milliseconds since the epoch. */
  readonly deadline: number;
  /** The last update it was given, so that two matchers do not give it twice. */
  lastSequence = 0;
  /** What is to be written at the end of this turn. */
  pending: DispatchedUpdate[] = [];
  /** How often the heartbeat has looked since the last write. */
  visitsSinceWrite = 0;

  readonly #fromOldest: boolean;

  /** @param from the sequence number to begin with, or the oldest that is kept by then; 0 for what comes */
  constructor(
    hub: StreamHub,
    subscriber: Subscriber,
    options: {
      readonly from: number | 'oldest';
      readonly greeting: Buffer;
      readonly deadline: number;
      readonly address: string;
    },
  ) {
    this.#hub = hub;
    this.subscriber = subscriber;
    this.#fromOldest = options.from === 'oldest';
    this.#next = options.from === 'oldest' ? 1 : options.from;
    this.#greeting = options.greeting;
    this.deadline = options.deadline;
    this.address = options.address;
  }

  begin(sink: BodySink): BodySource {
    this.#sink = sink;
    this.#hub.addStream(this);
    if (!this.#over) sink.write(this.#greeting);
    // What was the oldest when it was asked for may be forgotten by now, if only because this subscription was told of.
    if (this.#fromOldest) this.#next = this.#hub.history.oldest;
    this.#catchUp();
    return this;
  }

  discard(): void {
    this.#over = true;
  }

  /** Is it told what comes as it comes? */
  get isLive(): boolean {
    return this.#next === 0 && !this.#over;
  }

  /** Hands on bytes that others get, too. */
  write(bytes: Buffer): void {
    const sink = this.#sink;
    if (this.#over || sink === undefined) return;
    this.visitsSinceWrite = 0;
    this.#hub.counters.bytes += bytes.byteLength;
    sink.write(bytes);
    if (sink.waiting > this.#hub.bufferCap) this.cut('slow');
  }

  end(why: StreamEndReason): void {
    if (this.#over) return;
    this.#why = why;
    this.#over = true;
    this.#sink?.end();
  }

  cut(why: StreamEndReason): void {
    if (this.#over) return;
    this.#why = why;
    this.#over = true;
    this.#sink?.cut();
  }

  /** Says when to come back, and ends it: not all at once, or they would all come at once. */
  stopping(): void {
    this.#hub.flush();
    this.write(formatRetry(randomRetryMs()));
    this.end('drained');
  }

  drained(): void {
    this.#catchUp();
  }

  closed(): void {
    this.#over = true;
    this.#sink = undefined;
    this.pending = [];
    this.#hub.removeStream(this, this.#why);
  }

  #catchUp(): void {
    const { history } = this.#hub;
    while (this.#next > 0 && !this.#over) {
      // It was so slow that the history has gone on without it: it has to come again and see what it has lost.
      if (this.#next < history.oldest) return this.cut('slow');
      const entry = history.at(this.#next);
      if (entry === undefined) {
        this.#next = 0;
        return;
      }
      if (this.#sink!.waiting > MOST_WAITING) return;
      this.#next++;
      const { update, sequence } = entry;
      if (!this.subscriber.wants(update, sequence) || !this.subscriber.mayRead(update, sequence)) continue;
      this.#sink!.write(entry.event);
      this.#hub.counters.bytes += entry.event.byteLength;
      this.visitsSinceWrite = 0;
    }
  }
}

const MOST_WAITING = 64 * 1024;
