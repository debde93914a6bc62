import type { RequestBody } from '../http/index.ts';
import { brokenBody, concatBytes, decodeUtf8, readTwice, tooLarge, tooSlow } from './body-errors.ts';
import type { Limits } from './server-options.ts';

/** The body of a web `Request`, with the limits of a socket's. */
export class FetchBody implements RequestBody {
  readonly #request: Request;
  readonly #limits: Limits;
  #whole: Promise<Uint8Array> | undefined = undefined;
  #begun = false;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(request: Request, limits: Limits) {
    this.#request = request;
    this.#limits = limits;
  }

  get present(): boolean {
    return this.#request.body !== null && this.length !== 0;
  }

  get length(): number | undefined {
    const announced = this.#request.headers.get('content-length');
    return announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined;
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
    const { body: limit, bodyTimeout } = this.#limits;
    let reader: Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined;
    let size = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const opened = await (reader ??= this.#begin());
          const { done, value } = await inTime(opened.read(), bodyTimeout);
          if (done) return controller.close();
          size += value.byteLength;
          if (size > limit) {
            letGo(opened);
            throw tooLarge(limit);
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
    const { body: limit, bodyTimeout } = this.#limits;
    const reader = (this.#reader ??= await this.#begin());
    const deadline = performance.now() + bodyTimeout;
    for (;;) {
      const { done, value } = await inTime(reader.read(), deadline - performance.now(), bodyTimeout);
      if (done) return;
      this.#pieces.push(value);
      this.#size += value.byteLength;
      if (this.#size > limit) {
        letGo(reader);
        throw tooLarge(limit);
      }
      if (enough(value)) return;
    }
  }

  async #begin(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    if (this.#begun || this.#request.bodyUsed) throw readTwice();
    this.#begun = true;
    const { length } = this;
    if (length !== undefined && length > this.#limits.body) throw tooLarge(this.#limits.body);
    return (this.#request.body ?? new Blob([]).stream()).getReader();
  }
}

// The answer does not wait for its source to stop: that may take as long as the rest of the body.
function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => {});
}

async function inTime<T>(promise: Promise<T>, milliseconds: number, limit = milliseconds): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(limit)), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([promise.catch((cause: unknown) => Promise.reject(brokenBody(cause))), late]);
  } finally {
    clearTimeout(timer);
  }
}
