import type { HttpContext, HttpResponse, RequestBody } from 'oriel-core/http';
import { BodyCapture } from './body-capture.ts';

/** The captured bodies of a request: the request body if it was read, the response body if it is a stream. */
export interface CapturedBodies {
  request: BodyCapture | undefined;
  response: BodyCapture | undefined;
}

/** Captures the request body while the application reads it. */
export function watchRequestBody(context: HttpContext, cap: number): CapturedBodies {
  const bodies: CapturedBodies = { request: undefined, response: undefined };
  if (context.method === 'GET' || context.method === 'HEAD') return bodies;
  context.watchBody((body) => new WatchedBody(body, (bodies.request = new BodyCapture(cap))));
  return bodies;
}

/** Captures a streamed response while it is sent; text and bytes are available later. */
export function watchResponseBody(response: HttpResponse, bodies: CapturedBodies, cap: number): void {
  if (!(response.body instanceof ReadableStream)) return;
  const capture = (bodies.response = new BodyCapture(cap));
  response.body = watched(response.body, capture);
}

class WatchedBody implements RequestBody {
  readonly #body: RequestBody;
  readonly #capture: BodyCapture;

  constructor(body: RequestBody, capture: BodyCapture) {
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
    return this.#body.text().then((text) => this.#captured(text));
  }

  arrivedText(): string | undefined {
    const text = this.#body.arrivedText?.();
    return text === undefined ? undefined : this.#captured(text);
  }

  // Not captured here: a body that is then read as a whole is captured by that call.
  async until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    await (this.#body.until?.(enough) ?? this.#body.bytes().then(enough));
  }

  stream(): ReadableStream<Uint8Array> {
    return watched(this.#body.stream(), this.#capture);
  }

  // A body that is read twice is captured once.
  #captured<Body extends Uint8Array | string>(body: Body): Body {
    if (this.#capture.size === 0) this.#capture.add(body);
    return body;
  }
}

function watched(stream: ReadableStream<Uint8Array>, capture: BodyCapture): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      capture.add(value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
