import type { IncomingMessage } from 'node:http';
import { MAX_TIMER_MS } from 'oriel-core/http';
import type { BodyWaitTimer, BodyConsumer } from './body-reader.ts';
import { concatBytes, createTooSlowError } from './body-errors.ts';
import { BodyReader, getFailure } from './body-reader.ts';
import type { Limits } from './server-options.ts';
import type { BodyState } from './body-stream.ts';

/** Buffers a whole body and converts it for each caller. */
export class BufferedBody implements BodyConsumer {
  readonly #message: IncomingMessage;
  readonly #owner: { state: BodyState };
  readonly #limits: Limits;
  readonly #clock: BodyWaitTimer;
  #reader: BodyReader | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;
  readonly #pieces: Uint8Array[] = [];
  readonly #takers: (() => void)[] = [];
  #size = 0;
  #enough: ((piece: Uint8Array) => boolean) | undefined = undefined;
  #atLeast: PromiseWithResolvers<void> | undefined = undefined;
  #bytes: Uint8Array | undefined = undefined;
  #error: unknown = undefined;

  constructor(message: IncomingMessage, limits: Limits, owner: { state: BodyState }, clock: BodyWaitTimer) {
    this.#message = message;
    this.#owner = owner;
    this.#limits = limits;
    this.#clock = clock;
    this.#goOn();
  }

  /** Resolves with the converted body; rejects with what `make` throws. */
  take<Made>(make: (bytes: Uint8Array) => Made): Promise<Made> {
    return new Promise((resolve, reject) => {
      const taker = (): void => {
        if (this.#bytes === undefined) return reject(this.#error);
        try {
          resolve(make(this.#bytes));
        } catch (error) {
          reject(error);
        }
      };
      if (this.#bytes !== undefined || this.#error !== undefined) return taker();
      this.#takers.push(taker);
      this.#goOn();
    });
  }

  /** Reads until `enough` returns true or the body ends. The rest is not read before `take`. */
  until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    if (this.#pieces.some((piece) => enough(piece)) || this.#bytes !== undefined) return Promise.resolve();
    if (this.#error !== undefined) return Promise.reject(this.#error);
    this.#enough = enough;
    this.#atLeast = Promise.withResolvers();
    this.#goOn();
    return this.#atLeast.promise;
  }

  piece(bytes: Uint8Array): void {
    if (this.#clock.waited > this.#limits.requestTimeout) return this.late(this.#limits.requestTimeout);
    // The timeout restarts with each chunk.
    this.#timer!.refresh();
    this.#pieces.push(bytes);
    this.#size += bytes.byteLength;
    if (this.#enough?.(bytes) !== true) return;
    this.#enough = undefined;
    if (this.#takers.length === 0) this.#hold();
    this.#atLeast!.resolve();
  }

  end(): void {
    this.#bytes = concatBytes(this.#pieces, this.#size);
    this.#settle();
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#settle();
  }

  /** Fails the body after the timeout. */
  late(limit = this.#limits.bodyTimeout): void {
    this.#reader?.stop();
    this.#owner.state = 'late';
    this.fail(createTooSlowError(limit));
  }

  // Pauses the message, and the timeout, until more is needed.
  #hold(): void {
    this.#reader!.stop();
    this.#reader = undefined;
    this.#clock.end();
    clearTimeout(this.#timer);
  }

  #goOn(): void {
    if (this.#reader !== undefined) return;
    const held = this.#timer !== undefined;
    this.#reader = new BodyReader(this.#message, this.#limits.body - this.#size, this);
    this.#timer = setTimeout(() => this.late(), Math.min(this.#limits.bodyTimeout, MAX_TIMER_MS));
    this.#clock.begin();
    if (!held) return;
    // Errors after this point have no receiver.
    const broken = getFailure(this.#message);
    if (broken !== undefined || (this.#message.destroyed && !this.#message.complete))
      return this.#reader.onFailure(broken);
    this.#message.resume();
  }

  #settle(): void {
    this.#clock.end();
    clearTimeout(this.#timer);
    if (this.#error === undefined) this.#atLeast?.resolve();
    else this.#atLeast?.reject(this.#error);
    for (const taker of this.#takers) taker();
  }
}
