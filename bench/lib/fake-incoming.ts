/** A request without a socket, to measure the host without a server. */
import type { IncomingRequest, RequestBody, RequestHeaders } from '../../packages/core/src/http/incoming-request.ts';

const NEVER = new AbortController().signal;

/** The same request each time, with the headers of a browser by default. */
export class FakeIncoming implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly hostLines = HOST_LINES;
  readonly scheme = 'http';
  readonly version = '1.1';
  readonly ip = '127.0.0.1';
  readonly peer = '127.0.0.1';
  readonly body: RequestBody;
  readonly signal = NEVER;

  constructor(method: string, target: string, text: string, headers: RequestHeaders = DEFAULT_HEADERS) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = new FakeBody(text);
  }

  earlyHints(): void {}

  toRequest(url: string): Request {
    return new Request(url);
  }
}

const HOST_LINES = ['127.0.0.1:8000'];
const LINES: readonly (readonly [string, string])[] = [
  ['Host', '127.0.0.1:8000'],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0'],
  ['Accept', 'application/json'],
  ['Accept-Language', 'en-GB,en;q=0.8'],
  ['Content-Type', 'application/json'],
  ['Content-Length', '430'],
  ['Origin', 'http://127.0.0.1:8000'],
  ['Connection', 'keep-alive'],
];

/** Headers that are already parsed, like those of a socket after the first access. */
export class FakeHeaders implements RequestHeaders {
  readonly list: readonly string[];
  readonly #lines: readonly (readonly [string, string])[];
  readonly #byName: ReadonlyMap<string, string>;

  constructor(lines: readonly (readonly [string, string])[]) {
    this.list = lines.flat();
    this.#lines = lines;
    this.#byName = new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
  }

  get(name: string): string | undefined {
    return this.#byName.get(name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (const [name, value] of this.#lines) yield [name, value];
  }
}

const DEFAULT_HEADERS = new FakeHeaders(LINES);

class FakeBody implements RequestBody {
  readonly present = true;
  readonly length: number;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.length = Buffer.byteLength(text);
  }

  bytes(): Promise<Uint8Array> {
    return Promise.resolve(Buffer.from(this.#text));
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  stream(): ReadableStream<Uint8Array> {
    return new Blob([this.#text]).stream();
  }
}
