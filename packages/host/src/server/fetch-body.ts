import type { RequestBody } from 'oriel-core/http';
import { BodyWaitTimer } from './body-reader.ts';
import {
  createBodyError,
  concatBytes,
  decodeUtf8,
  createReadTwiceError,
  createTooLargeError,
  createTooSlowError,
} from './body-errors.ts';
import type { Limits } from './server-options.ts';

/** The body of a web `Request`, with the same limits as a body from a socket. */
export class FetchBody implements RequestBody {
  readonly #request: Request;
  readonly #limits: Limits;
  readonly #clock = new BodyWaitTimer();
  #limit: number;
  #whole: Promise<Uint8Array> | undefined = undefined;
  #begun = false;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(request: Request, limits: Limits) {
    this.#request = request;
    this.#limits = limits;
    this.#limit = limits.body;
  }

  get present(): boolean {
    return this.#request.body !== null && this.length !== 0;
  }

  get length(): number | undefined {
    const announced = this.#request.headers.get('content-length');
    return announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined;
  }

  get waited(): number {
    return this.#clock.waited;
  }

  limitTo(bytes: number): void {
    this.#limit = bytes;
  }

  bytes(): Promise<Uint8Array> {
    return (this.#whole ??= this.#collect());
  }

  async until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    if (this.#whole !== undefined) return void enough(await this.#whole);
    if (this.#pieces.some((piece) => enough(piece)) || !this.present) return;
    await this.#collectUntil(enough);
  }

  async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }

  stream(): ReadableStream<Uint8Array> {
    let reader: Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined;
    let size = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const opened = await (reader ??= this.#begin());
          const { done, value } = await this.#next(opened);
          if (done) return controller.close();
          size += value.byteLength;
          if (size > this.#limit) {
            letGo(opened);
            throw createTooLargeError(this.#limit);
          }
          controller.enqueue(value);
        },
        cancel: async (reason) => (await reader)?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async #collect(): Promise<Uint8Array> {
    if (!this.present) return new Uint8Array();
    await this.#collectUntil(() => false);
    return concatBytes(this.#pieces, this.#size);
  }

  async #collectUntil(enough: (piece: Uint8Array) => boolean): Promise<void> {
    const reader = (this.#reader ??= await this.#begin());
    for (;;) {
      const { done, value } = await this.#next(reader);
      if (done) return;
      this.#pieces.push(value);
      this.#size += value.byteLength;
      if (this.#size > this.#limit) {
        letGo(reader);
        throw createTooLargeError(this.#limit);
      }
      if (enough(value)) return;
    }
  }

  async #next(reader: ReadableStreamDefaultReader<Uint8Array>): ReturnType<typeof reader.read> {
    const { bodyTimeout, requestTimeout } = this.#limits;
    if (this.#clock.waited > requestTimeout) throw createTooSlowError(requestTimeout);
    this.#clock.begin();
    try {
      return await inTime(reader.read(), bodyTimeout);
    } finally {
      this.#clock.end();
    }
  }

  async #begin(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    if (this.#begun || this.#request.bodyUsed) throw createReadTwiceError();
    this.#begun = true;
    const { length } = this;
    if (length !== undefined && length > this.#limit) throw createTooLargeError(this.#limit);
    return (this.#request.body ?? new Blob([]).stream()).getReader();
  }
}

// Not awaited: canceling may take as long as the rest of the body.
function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => {});
}

async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createTooSlowError(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([promise.catch((cause: unknown) => Promise.reject(createBodyError(cause))), late]);
  } finally {
    clearTimeout(timer);
  }
}
