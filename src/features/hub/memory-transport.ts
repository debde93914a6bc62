import { History } from './history.ts';
import type { Transport, TransportReceiver } from './transport.ts';
import type { Update } from './update.ts';

/** Brings updates to the hubs of one process. Keep one of your own, and a hub that is made anew finds what was before. */
export class MemoryTransport implements Transport {
  readonly shared: boolean = false;
  readonly #receivers = new Set<TransportReceiver>();
  readonly #kept: History;

  /** @param kept what a hub made later is still told of: at most so many updates and bytes */
  constructor({ count = 1000, bytes = 4 * 1024 * 1024 }: { readonly count?: number; readonly bytes?: number } = {}) {
    this.#kept = new History(count, bytes);
  }

  publish(update: Update): void {
    this.#kept.add(update);
    for (const receiver of this.#receivers) receiver.update(update, false);
  }

  listen(receiver: TransportReceiver): () => void {
    for (let at = this.#kept.oldest; at < this.#kept.next; at++) receiver.update(this.#kept.at(at)!.update, true);
    this.#receivers.add(receiver);
    return () => void this.#receivers.delete(receiver);
  }

  close(): void {
    this.#receivers.clear();
  }
}
