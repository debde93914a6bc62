import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { BadRequestError, ContentTooLargeError, UriTooLongError } from 'oriel-core/http';
import type { HttpError, IncomingRequest, RequestBody } from 'oriel-core/http';
import { NodeHeaders, findHostLines, withoutPrefix } from 'oriel-core/node';
import { URLSearchParams } from 'oriel-core/builtins';

/** A request for a page, from a server of Node.js: HTTP/1.1, or the compatibility API of HTTP/2. */
export class PageMessage implements IncomingRequest {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly headers: NodeHeaders;
  readonly body: PageBody;
  readonly peer: string;
  #signal: AbortSignal | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
    this.headers = new NodeHeaders(message, true);
    this.body = new PageBody(message);
    // A stream of HTTP/2 loses its connection, and with it the address, when it ends.
    this.peer = withoutPrefix(message.socket.remoteAddress ?? '');
  }

  get method(): string {
    return this.#message.method!;
  }

  get target(): string {
    return this.#message.url!;
  }

  get hostLines(): readonly string[] {
    return findHostLines(this.#message);
  }

  get scheme(): 'http' | 'https' {
    return (this.#message.socket as { encrypted?: unknown }).encrypted === true ? 'https' : 'http';
  }

  get version(): string {
    const { httpVersion } = this.#message;
    return httpVersion === '2.0' ? '2' : httpVersion;
  }

  get ip(): string {
    return this.peer;
  }

  // The server limits the header section: 16 KiB by default, which includes the target. An application may allow more.
  get problem(): HttpError | undefined {
    return this.target.length > MAX_TARGET_LENGTH
      ? new UriTooLongError(`The URL has more than ${MAX_TARGET_LENGTH} characters`)
      : undefined;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      if (this.#response.destroyed) controller.abort();
      else this.#response.once('close', () => controller.abort());
    }
    return this.#signal;
  }

  earlyHints(): void {}

  toRequest(): never {
    throw new TypeError('A request for a page of the profiler has no web Request');
  }
}

/**
 * The body of a form, or of an exporter. Node.js discards a body that no page reads, so that the connection stays usable, and its server
 * limits the time of the whole request.
 */
class PageBody implements RequestBody {
  readonly #message: IncomingMessage;
  #limit = MAX_BODY_BYTES;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  get present(): boolean {
    const { length } = this;
    if (length !== undefined) return length > 0;
    const { headers, stream } = this.#message as Http2Message;
    return headers['transfer-encoding'] !== undefined || stream?.endAfterHeaders === false;
  }

  get length(): number | undefined {
    const sent = this.#message.headers['content-length'];
    return sent === undefined ? undefined : Number(sent);
  }

  limitTo(bytes: number): void {
    this.#limit = bytes;
  }

  bytes(): Promise<Buffer> {
    const message = this.#message;
    // A parser of the application, such as express.urlencoded(), has read it before.
    if (message.readableDidRead) return Promise.resolve(encodeParsed((message as { body?: unknown }).body));
    const limit = this.#limit;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new BadRequestError('The body is incomplete'));
      const refuse = (): void => reject(new ContentTooLargeError(`The body has more than ${limit} bytes`));
      if (message.destroyed) return fail();
      if (this.length !== undefined && this.length > limit) return refuse();
      let chunks: Buffer[] = [];
      let size = 0;
      message.once('end', () => resolve(Buffer.concat(chunks)));
      message.once('error', fail).once('close', fail);
      // The rest of a large body is discarded. A client that is still sending could not read the response otherwise.
      message.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) return void chunks.push(chunk);
        chunks = [];
        refuse();
      });
    });
  }

  async text(): Promise<string> {
    return (await this.bytes()).toString();
  }

  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#message) as ReadableStream<Uint8Array>;
  }
}

interface Http2Message extends IncomingMessage {
  readonly stream?: { readonly endAfterHeaders: boolean };
}

// The pages have forms only, whose fields are texts.
function encodeParsed(body: unknown): Buffer {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string);
  if (typeof body !== 'object' || body === null) return Buffer.alloc(0);
  const fields = Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Buffer.from(new URLSearchParams(fields).toString());
}

const MAX_TARGET_LENGTH = 8_192;
const MAX_BODY_BYTES = 1_048_576;
