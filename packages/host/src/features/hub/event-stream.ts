import type { BodySink, BodySource, PushedBody } from 'oriel-core/http';
import { randomRetryMs, formatRetry } from './update.ts';
import type { DispatchedUpdate, History } from './history.ts';
import type { Subscriber } from './subscription.ts';
import { Buffer } from 'node:buffer';

export type StreamEndReason = 'left' | 'slow' | 'expired' | 'drained';

export interface StreamHub {
  readonly history: History;
  readonly counters: { bytes: number };
  addStream(stream: EventStream): void;
  removeStream(stream: EventStream, reason: StreamEndReason): void;
  /** Writes the updates that are queued until the end of this turn. */
  flush(): void;
}

/**
 * The response body of one subscriber. It first sends missed updates from the history, as fast as the client reads them.
 * Updates published meanwhile are read from the history as well, so that none is lost or sent twice. Then the stream is
 * live: the hub writes each update as it is dispatched. The stream of a client that reads too slowly is cut.
 */
export class EventStream implements PushedBody, BodySource {
  readonly subscriber: Subscriber;
  readonly address: string;
  readonly #hub: StreamHub;
  readonly #greeting: Buffer;
  /** The next sequence number to send from the history; 0 when the stream is live. */
  #next: number;
  #sink: BodySink | undefined = undefined;
  #isEnded = false;
  #endReason: StreamEndReason = 'left';
  /** When the stream ends, in milliseconds since the epoch; Infinity for never. */
  readonly deadline: number;
  /** The sequence number of the last update, so that two matchers do not deliver it twice. */
  lastSequence = 0;
  /** Updates to write at the end of this turn. */
  pending: DispatchedUpdate[] = [];
  /** Visits of the stream timer since the last write. */
  visitsSinceWrite = 0;

  readonly #fromOldest: boolean;

  /** @param options `from` is the first sequence number, `'oldest'` for the whole history, or 0 for new updates only */
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
    if (!this.#isEnded) sink.write(this.#greeting);
    // The oldest update may have been removed since the request, for instance by the update about this subscription.
    if (this.#fromOldest) this.#next = this.#hub.history.oldest;
    this.#catchUp();
    return this;
  }

  discard(): void {
    this.#isEnded = true;
  }

  /** Whether the hub writes new updates to the stream directly. */
  get isLive(): boolean {
    return this.#next === 0 && !this.#isEnded;
  }

  /** Writes a buffer that several streams may share. */
  write(bytes: Buffer): void {
    const sink = this.#sink;
    if (this.#isEnded || sink === undefined) return;
    this.visitsSinceWrite = 0;
    this.#hub.counters.bytes += bytes.byteLength;
    sink.write(bytes);
    if (sink.waiting > UNSENT_LIMIT) this.cut('slow');
  }

  end(reason: StreamEndReason): void {
    if (this.#isEnded) return;
    this.#endReason = reason;
    this.#isEnded = true;
    this.#sink?.end();
  }

  cut(reason: StreamEndReason): void {
    if (this.#isEnded) return;
    this.#endReason = reason;
    this.#isEnded = true;
    this.#sink?.cut();
  }

  stopping(): void {
    this.#hub.flush();
    this.write(formatRetry(randomRetryMs()));
    this.end('drained');
  }

  drained(): void {
    this.#catchUp();
  }

  closed(): void {
    this.#isEnded = true;
    this.#sink = undefined;
    this.pending = [];
    this.#hub.removeStream(this, this.#endReason);
  }

  #catchUp(): void {
    const { history } = this.#hub;
    while (this.#next > 0 && !this.#isEnded) {
      // The history no longer has the next update. The client has to reconnect, and then sees that updates were lost.
      if (this.#next < history.oldest) return this.cut('slow');
      const entry = history.at(this.#next);
      if (entry === undefined) {
        this.#next = 0;
        return;
      }
      if (this.#sink!.waiting > MAX_QUEUED_BYTES) return;
      this.#next++;
      const { update, sequence } = entry;
      if (!this.subscriber.wants(update, sequence) || !this.subscriber.mayRead(update, sequence)) continue;
      this.#sink!.write(entry.event);
      this.#hub.counters.bytes += entry.event.byteLength;
      this.visitsSinceWrite = 0;
    }
  }
}

const MAX_QUEUED_BYTES = 64 * 1024;
/** A client with more unsent bytes reads too slowly. */
const UNSENT_LIMIT = 1_048_576;

/**
 * Writes updates to streams at the end of the current turn of the event loop. Updates of one turn are joined into one
 * buffer, which is built once for all streams that get the same updates.
 */
export class Broadcast {
  readonly #queued: EventStream[] = [];
  readonly #joined = new Map<string, Buffer>();
  #isScheduled = false;

  write(stream: EventStream, entry: DispatchedUpdate): void {
    if (stream.pending.push(entry) > 1) return;
    this.#queued.push(stream);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#isScheduled = false;
    const streams = this.#queued.splice(0);
    for (const stream of streams) {
      const { pending } = stream;
      if (pending.length === 0) continue;
      stream.pending = [];
      stream.write(pending.length === 1 ? pending[0]!.event : this.#join(pending));
    }
    this.#joined.clear();
  }

  #join(entries: readonly DispatchedUpdate[]): Buffer {
    const key = entries.map(({ sequence }) => sequence).join();
    let joined = this.#joined.get(key);
    if (joined === undefined) this.#joined.set(key, (joined = Buffer.concat(entries.map(({ event }) => event))));
    return joined;
  }
}
