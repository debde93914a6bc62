import type { RelayAnswer, RelayRequest } from './worker-protocol.ts';

/** The messages of one name, exchanged by all workers of {@link superviseWorkers} through their primary process. */
export class WorkerChannel {
  readonly #name: string;
  readonly #receive: (text: string, isFromHistory: boolean) => void;
  readonly #unconfirmed = new Map<string, PromiseWithResolvers<void>>();
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;

  /**
   * @param keep how many messages and bytes are kept for workers that start later
   * @param receive called for each message of any worker, this one included; `isFromHistory` if it was sent before this worker subscribed
   */
  constructor(
    name: string,
    keep: { readonly count: number; readonly bytes: number },
    receive: (text: string, isFromHistory: boolean) => void,
  ) {
    this.#name = name;
    this.#receive = receive;
    process.on('message', this.#onMessage);
    process.on('disconnect', this.#onDisconnect);
    this.#send({ relay: name, keep });
  }

  /** Resolves when the kept messages were received; undefined once they were. */
  get ready(): Promise<void> | undefined {
    return this.#isReady ? undefined : this.#ready.promise;
  }

  /**
   * Sends a message to all workers. @param id identifies the message, so that a repeated one is received once @throws {Error}
   * if too many messages wait, or the primary process has ended
   */
  async send(id: string, text: string): Promise<void> {
    if (this.#unconfirmed.size >= MAX_UNCONFIRMED)
      throw new Error(
        `${this.#unconfirmed.size} messages wait for the primary process; send fewer, or keep the primary process responsive`,
      );
    if (!process.connected) throw new Error('The primary process has ended');
    const confirmed = this.#unconfirmed.get(id) ?? Promise.withResolvers<void>();
    this.#unconfirmed.set(id, confirmed);
    this.#send({ relay: this.#name, entry: { id, text } });
    return confirmed.promise;
  }

  close(): void {
    process.off('message', this.#onMessage);
    process.off('disconnect', this.#onDisconnect);
    this.#onDisconnect();
  }

  readonly #onMessage = (message: unknown): void => {
    const answer = message as RelayAnswer | null;
    if (typeof answer !== 'object' || answer?.relay !== this.#name) return;
    if ('ready' in answer) {
      this.#isReady = true;
      this.#ready.resolve();
    } else if ('taken' in answer) this.#confirm(answer.taken);
    else {
      this.#receive(answer.entry.text, answer.kept);
      this.#confirm(answer.entry.id);
    }
  };

  #confirm(id: string): void {
    this.#unconfirmed.get(id)?.resolve();
    this.#unconfirmed.delete(id);
  }

  readonly #onDisconnect = (): void => {
    this.#isReady = true;
    this.#ready.resolve();
    for (const { reject } of this.#unconfirmed.values()) reject(new Error('The primary process has ended'));
    this.#unconfirmed.clear();
  };

  #send(request: RelayRequest): void {
    // An error is reported by the event 'disconnect' as well.
    process.send?.(request, undefined, undefined, () => {});
  }
}

const MAX_UNCONFIRMED = 1_000;
