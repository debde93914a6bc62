import { randomUUID } from 'node:crypto';
import type { Transport, TransportReceiver } from './transport.ts';
import type { Update } from './update.ts';
import { WorkerChannel } from '../../core/server/worker-channel.ts';

/** Exchanges the updates of the hubs of all workers on one machine through their primary process. */
export class WorkerTransport implements Transport {
  readonly shared = 'machine';
  readonly #channels = new Set<WorkerChannel>();
  readonly #keep: { readonly count: number; readonly bytes: number };

  /** @param keep how many updates and bytes are kept for workers that start later */
  constructor({ count = 1000, bytes = 4 * 1024 * 1024 }: { readonly count?: number; readonly bytes?: number } = {}) {
    this.#keep = { count, bytes };
  }

  async publish(update: Update, once: string = randomUUID()): Promise<void> {
    const [channel] = this.#channels;
    if (channel === undefined) throw new Error('The hub of this worker is closed');
    await channel.send(once, JSON.stringify(update));
  }

  listen(receiver: TransportReceiver): () => void {
    const channel = new WorkerChannel('hub', this.#keep, (text, kept) =>
      receiver.update(JSON.parse(text) as Update, kept),
    );
    this.#channels.add(channel);
    return () => {
      channel.close();
      this.#channels.delete(channel);
    };
  }

  get ready(): Promise<void> | undefined {
    const pending = [...this.#channels].flatMap(({ ready }) => ready ?? []);
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => {});
  }

  get trouble(): string | undefined {
    return process.connected ? undefined : 'The primary process is gone';
  }

  close(): void {
    for (const channel of this.#channels) channel.close();
    this.#channels.clear();
  }
}
