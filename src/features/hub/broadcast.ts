import { Buffer } from 'node:buffer';
import type { EventStream } from './event-stream.ts';
import type { DispatchedUpdate } from './history.ts';

/**
 * Writes what was given to streams, at the end of the turn: updates that arrive together leave together, as one piece that
 * is made once for all who get the same ones. The busier a host is, the more of them there are in a turn.
 */
export class Broadcast {
  readonly #waiting: EventStream[] = [];
  readonly #joined = new Map<string, Buffer>();
  #planned = false;

  write(stream: EventStream, entry: DispatchedUpdate): void {
    if (stream.pending.push(entry) > 1) return;
    this.#waiting.push(stream);
    if (this.#planned) return;
    this.#planned = true;
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#planned = false;
    const streams = this.#waiting.splice(0);
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
