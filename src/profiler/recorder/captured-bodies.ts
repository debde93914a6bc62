import type { HttpContext } from '../../core/http/context.ts';
import type { HttpResponse } from '../../core/http/response.ts';
import type { RequestBody } from '../../core/http/incoming-request.ts';

/** What was seen of a body that passed: its first bytes, and how many there were. */
export class Capture {
  readonly #cap: number;
  readonly #chunks: Uint8Array[] = [];
  #text: string | undefined = undefined;
  #kept = 0;
  size = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  see(chunk: Uint8Array): void {
    this.size += chunk.length;
    const room = this.#cap - this.#kept;
    if (room <= 0) return;
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room);
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  /** A body that somebody read as text, as a whole. */
  seeText(text: string): void {
    const size = Buffer.byteLength(text);
    if (size > this.#cap) return this.see(Buffer.from(text));
    this.#text = text;
    this.size = size;
  }

  /** The whole body as it was read, where that was as text; else its first bytes. */
  content(): Uint8Array | string {
    return this.#text ?? this.bytes();
  }

  /** The first bytes, up to the cap. */
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

/** The bodies of one request: of the question as far as somebody read it, of the answer as far as it is a stream. */
export interface CapturedBodies {
  request: Capture | undefined;
  response: Capture | undefined;
}

/** Looks over the shoulder of whoever reads the request body. */
export function watchRequestBody(context: HttpContext, cap: number): CapturedBodies {
  const bodies: CapturedBodies = { request: undefined, response: undefined };
  if (context.method === 'GET' || context.method === 'HEAD') return bodies;
  context.watchBody((body) => new WatchedBody(body, (bodies.request = new Capture(cap))));
  return bodies;
}

/** Looks at a streaming response as it passes; text and bytes need no watching. */
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
    return this.#body.bytes().then((bytes) => this.#seen(bytes));
  }

  text(): Promise<string> {
    return this.#body.text().then((text) => this.#seenText(text));
  }

  arrivedText(): string | undefined {
    const text = this.#body.arrivedText?.();
    return text === undefined ? undefined : this.#seenText(text);
  }

  // Whoever goes on to read it whole is seen then; of what is left unread nothing is.
  async until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    await (this.#body.until?.(enough) ?? this.#body.bytes().then(enough));
  }

  stream(): ReadableStream<Uint8Array> {
    return watched(this.#body.stream(), this.#capture);
  }

  // Whoever reads twice gets the same again; it is seen once.
  #seen(bytes: Uint8Array): Uint8Array {
    if (this.#capture.size === 0) this.#capture.see(bytes);
    return bytes;
  }

  #seenText(text: string): string {
    if (this.#capture.size === 0) this.#capture.seeText(text);
    return text;
  }
}

function watched(stream: ReadableStream<Uint8Array>, capture: Capture): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      if (value instanceof Uint8Array) capture.see(value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
