import type { IncomingMessage } from 'node:http';
import type { Deadlines, Wait } from '../http/index.ts';
import { concatBytes, tooSlow } from './body-errors.ts';
import { MessageReader } from './message-reader.ts';
import type { BodyListener } from './message-reader.ts';
import type { Limits } from './server-options.ts';
import type { BodyState } from './stream-message.ts';

/** Bodies that are read whole, and the time they have. */
export type BodyDeadlines = Deadlines<WholeBody>;

/** A body that is collected until it is whole. Whoever takes it says what to make of its bytes, and gets just that. */
export class WholeBody implements BodyListener {
  readonly #owner: { state: BodyState };
  readonly #deadlines: BodyDeadlines;
  readonly #limits: Limits;
  readonly #reader: MessageReader;
  readonly #wait: Wait<WholeBody>;
  readonly #pieces: Uint8Array[] = [];
  readonly #takers: (() => void)[] = [];
  #size = 0;
  #bytes: Uint8Array | undefined = undefined;
  #error: unknown = undefined;

  constructor(message: IncomingMessage, limits: Limits, deadlines: BodyDeadlines, owner: { state: BodyState }) {
    this.#owner = owner;
    this.#limits = limits;
    this.#deadlines = deadlines;
    this.#reader = new MessageReader(message, limits.body, this);
    this.#wait = deadlines.begin(this);
  }

  /** @throws what `make` throws, as a rejection */
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
      if (this.#bytes === undefined && this.#error === undefined) this.#takers.push(taker);
      else taker();
    });
  }

  piece(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.byteLength;
  }

  end(): void {
    this.#bytes = concatBytes(this.#pieces, this.#size);
    this.#settle();
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#settle();
  }

  /** Its time is up. */
  late(): void {
    this.#reader.stop();
    this.#owner.state = 'late';
    this.fail(tooSlow(this.#limits.bodyTimeout));
  }

  #settle(): void {
    this.#deadlines.end(this.#wait);
    for (const taker of this.#takers) taker();
  }
}
