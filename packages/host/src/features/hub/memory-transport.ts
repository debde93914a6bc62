import { History } from './history.ts';
import type { Transport, TransportReceiver } from './transport.ts';
import type { Update } from './update.ts';

/**
 * Delivers updates to the hubs of one process. An application that keeps its transport also keeps earlier updates for a hub
 * that is created later.
 *
 * @example
 * ```ts
 * import { defineHost } from 'oriel-host';
 * import { MemoryTransport } from 'oriel-host/hub';
 * const transport = new MemoryTransport({ count: 100 });
 * const host = defineHost({ hub: { secret: 'a secret of at least 32 bytes for HS256', transport } });
 * await host.close();
 * transport.close();
 * ```
 */
export class MemoryTransport implements Transport {
  readonly shared: boolean = false;
  readonly #receivers = new Set<TransportReceiver>();
  readonly #history: History;

  /** @param options how many updates and bytes are kept for hubs that are created later; default 1,000 and 4 MiB */
  constructor({ count = 1000, bytes = 4 * 1024 * 1024 }: { readonly count?: number; readonly bytes?: number } = {}) {
    this.#history = new History(count, bytes);
  }

  publish(update: Update): void {
    this.#history.add(update);
    for (const receiver of this.#receivers) receiver.update(update, false);
  }

  listen(receiver: TransportReceiver): () => void {
    for (let sequence = this.#history.oldest; sequence < this.#history.next; sequence++)
      receiver.update(this.#history.at(sequence)!.update, true);
    this.#receivers.add(receiver);
    return () => void this.#receivers.delete(receiver);
  }

  close(): void {
    this.#receivers.clear();
  }
}
