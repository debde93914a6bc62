import { types } from 'node:util';
import type { HttpContext, HttpResponse, RequestBody } from 'oriel-core/http';

/** The captured part of a body: its first bytes and its whole size. */
export class Capture {
  readonly #cap: number;
  readonly #chunks: Uint8Array[] = [];
  #text: string | undefined = undefined;
  #kept = 0;
  size = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    const free = this.#cap - this.#kept;
    if (free <= 0) return;
    const part = chunk.length <= free ? chunk : chunk.subarray(0, free);
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** Captures a whole body that was read as text. */
  addText(text: string): void {
    const size = Buffer.byteLength(text);
    if (size > this.#cap) return this.add(Buffer.from(text));
    this.#text = text;
    this.size = size;
  }

  /** Returns the whole body if it was read as text; otherwise its first bytes. */
  content(): Uint8Array | string {
    return this.#text ?? this.bytes();
  }

  /** Returns the first bytes, up to the cap. */
  bytes(): Uint8Array {
    if (this.#text !== undefined) return Buffer.from(this.#text);
    const [only] = this.#chunks;
    if (this.#chunks.length === 1) return only!;
    const whole = new Uint8Array(this.#kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }
}

/** The captured bodies of a request: the request body if it was read, the response body if it is a stream. */
export interface CapturedBodies {
  request: Capture | undefined;
  response: Capture | undefined;
}

/** Captures the request body while the application reads it. */
export function watchRequestBody(context: HttpContext, cap: number): CapturedBodies {
  const bodies: CapturedBodies = { request: undefined, response: undefined };
  if (context.method === 'GET' || context.method === 'HEAD') return bodies;
  context.watchBody((body) => new WatchedBody(body, (bodies.request = new Capture(cap))));
  return bodies;
}

/** Captures a streamed response while it is sent; text and bytes are available later. */
export function watchResponseBody(response: HttpResponse, bodies: CapturedBodies, cap: number): void {
  if (!(response.body instanceof ReadableStream)) return;
  const capture = (bodies.response = new Capture(cap));
  response.body = watched(response.body, capture);
}

class WatchedBody implements RequestBody {
  readonly #body: RequestBody;
  readonly #capture: Capture;

  constructor(body: RequestBody, capture: Capture) {
    this.#body = body;
    this.#capture = capture;
  }

  get present(): boolean {
    return this.#body.present;
  }

  get length(): number | undefined {
    return this.#body.length;
  }

  bytes(): Promise<Uint8Array> {
    return this.#body.bytes().then((bytes) => this.#captured(bytes));
  }

  text(): Promise<string> {
    return this.#body.text().then((text) => this.#capturedText(text));
  }

  arrivedText(): string | undefined {
    const text = this.#body.arrivedText?.();
    return text === undefined ? undefined : this.#capturedText(text);
  }

  // Not captured here: a body that is then read as a whole is captured by that call.
  async until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    await (this.#body.until?.(enough) ?? this.#body.bytes().then(enough));
  }

  stream(): ReadableStream<Uint8Array> {
    return watched(this.#body.stream(), this.#capture);
  }

  // A body that is read twice is captured once.
  #captured(bytes: Uint8Array): Uint8Array {
    if (this.#capture.size === 0) this.#capture.add(bytes);
    return bytes;
  }

  #capturedText(text: string): string {
    if (this.#capture.size === 0) this.#capture.addText(text);
    return text;
  }
}

function watched(stream: ReadableStream<Uint8Array>, capture: Capture): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      if (types.isUint8Array(value)) capture.add(value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
