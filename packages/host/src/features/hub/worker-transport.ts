import { randomUUID } from 'node:crypto';
import type { Transport, TransportReceiver } from './transport.ts';
import type { Update } from './update.ts';
import { WorkerChannel } from '../../server/worker-channel.ts';

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
    const channel = new WorkerChannel('hub', this.#keep, (text, isFromHistory) =>
      receiver.update(JSON.parse(text) as Update, isFromHistory),
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

/**
 * Delays `listen` of a transport until {@link start}, so that tools can assemble a host without opening a connection.
 * Publishing starts it as well.
 */
export class DeferredTransport implements Transport {
  readonly #transport: Transport;
  /** Receivers and the functions that unsubscribe them; undefined before the start. */
  readonly #receivers = new Map<TransportReceiver, (() => void) | undefined>();
  #started = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    for (const receiver of this.#receivers.keys()) this.#receivers.set(receiver, this.#transport.listen(receiver));
  }

  get shared(): Transport['shared'] {
    return this.#transport.shared;
  }

  get subscribers(): Transport['subscribers'] {
    return this.#transport.subscribers;
  }

  get ready(): Promise<void> | undefined {
    return this.#started ? this.#transport.ready : undefined;
  }

  get trouble(): string | undefined {
    return this.#transport.trouble;
  }

  publish(update: Update, once?: string): void | Promise<void> {
    this.start();
    return this.#transport.publish(update, once);
  }

  listen(receiver: TransportReceiver): () => void {
    this.#receivers.set(receiver, this.#started ? this.#transport.listen(receiver) : undefined);
    return () => {
      this.#receivers.get(receiver)?.();
      this.#receivers.delete(receiver);
    };
  }

  close(): void | Promise<void> {
    return this.#transport.close();
  }
}
