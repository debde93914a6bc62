import type { Worker } from 'node:cluster';
import { isRelayRequest } from './worker-protocol.ts';
import type { RelayAnswer, RelayEntry } from './worker-protocol.ts';

/**
 * Passes messages of workers on to all workers, in one order for all of them, in the primary process. The latest messages of a
 * channel are kept within the limits that its subscribers gave, for workers that start later.
 */
export class WorkerRelay {
  readonly #channels = new Map<string, Channel>();
  /** Bytes of messages that are on their way to a worker. */
  readonly #pending = new Map<Worker, number>();
  readonly #log: (message: string) => void;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** Answers the requests of a worker until it ends. */
  add(worker: Worker): void {
    this.#pending.set(worker, 0);
    worker.on('message', (message: unknown) => {
      if (!isRelayRequest(message)) return;
      const { relay: name, ...request } = message;
      const channel = this.#channel(name);
      if ('keep' in request) {
        channel.keep(request.keep);
        for (const entry of channel.entries) this.#send(worker, { relay: name, entry, kept: true });
        channel.subscribers.add(worker);
        this.#send(worker, { relay: name, ready: true });
      } else if (channel.add(request.entry))
        for (const subscriber of channel.subscribers)
          this.#send(subscriber, { relay: name, entry: request.entry, kept: false });
      else this.#send(worker, { relay: name, taken: request.entry.id });
    });
    worker.once('exit', () => {
      this.#pending.delete(worker);
      for (const { subscribers } of this.#channels.values()) subscribers.delete(worker);
    });
  }

  #channel(name: string): Channel {
    let channel = this.#channels.get(name);
    if (channel === undefined) this.#channels.set(name, (channel = new Channel()));
    return channel;
  }

  #send(worker: Worker, answer: RelayAnswer): void {
    const pending = this.#pending.get(worker);
    if (pending === undefined || !worker.isConnected()) return;
    if (pending > MAX_PENDING_BYTES) {
      this.#log(`worker ${worker.process.pid} does not read its messages and is stopped`);
      this.#pending.delete(worker);
      worker.process.kill('SIGKILL');
      return;
    }
    const size = 'entry' in answer ? measureSize(answer.entry) : 0;
    this.#pending.set(worker, pending + size);
    worker.send(answer, () => {
      const pending = this.#pending.get(worker);
      if (pending !== undefined) this.#pending.set(worker, pending - size);
    });
  }
}

class Channel {
  readonly subscribers = new Set<Worker>();
  entries: RelayEntry[] = [];
  #count = 0;
  #bytes = 0;
  #size = 0;

  keep({ count, bytes }: { readonly count: number; readonly bytes: number }): void {
    this.#count = Math.max(this.#count, count);
    this.#bytes = Math.max(this.#bytes, bytes);
  }

  /** @returns false if the entry was added before */
  add(entry: RelayEntry): boolean {
    if (this.entries.some(({ id }) => id === entry.id)) return false;
    this.entries.push(entry);
    this.#size += measureSize(entry);
    while (this.entries.length > this.#count || this.#size > this.#bytes)
      this.#size -= measureSize(this.entries.shift()!);
    return true;
  }
}

function measureSize({ id, text }: RelayEntry): number {
  return id.length + Buffer.byteLength(text);
}

/** A worker that has not read this much is stuck, and would fill the memory of the primary process. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
