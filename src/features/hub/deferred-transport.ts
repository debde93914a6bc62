import type { Transport, TransportReceiver } from './transport.ts';
import type { Update } from './update.ts';

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
