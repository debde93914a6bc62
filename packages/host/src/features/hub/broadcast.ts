import { Buffer } from 'node:buffer';
import type { EventStream } from './event-stream.ts';
import type { DispatchedUpdate } from './history.ts';

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
