import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestBody } from 'oriel-core/http';
import { BodyWaitTimer, getFailure } from './body-reader.ts';
import {
  createBodyError,
  createConsumedError,
  createReadTwiceError,
  createTooLargeError,
  decodeUtf8,
} from './body-errors.ts';
import type { BodyState } from './body-stream.ts';
import { createBodyStream } from './body-stream.ts';
import { BufferedBody } from './buffered-body.ts';
import type { Limits } from './server-options.ts';

/** The body of a request from a socket. Nothing is read, and no `100 Continue` sent, before it is requested. */
export class NodeBody implements RequestBody {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #limits: Limits;
  #limit: number;
  #clock: BodyWaitTimer | undefined = undefined;
  #whole: Pick<BufferedBody, 'take' | 'until'> | undefined = undefined;
  #arrived: Uint8Array | undefined = undefined;
  /** Whether the client waits for `100 Continue` before it sends the body. */
  awaited: boolean;
  state: BodyState = 'unread';

  constructor(message: IncomingMessage, response: ServerResponse, limits: Limits, awaited: boolean) {
    this.#message = message;
    this.#response = response;
    this.#limits = limits;
    this.#limit = limits.body;
    this.awaited = awaited;
  }

  get present(): boolean {
    return hasBody(this.#message);
  }

  /** Whether the whole body was read from the message. */
  get taken(): boolean {
    return this.#arrived !== undefined;
  }

  get length(): number | undefined {
    const announced = this.#message.headers['content-length'];
    return announced === undefined ? undefined : Number(announced);
  }

  get waited(): number | undefined {
    return this.#clock?.waited;
  }

  limitTo(bytes: number): void {
    this.#limit = bytes;
  }

  bytes(): Promise<Uint8Array> {
    return this.#read().take(identity);
  }

  text(): Promise<string> {
    return this.#read().take(decodeUtf8);
  }

  arrivedText(): string | undefined {
    const bytes = this.#takeArrived();
    return bytes === undefined ? undefined : decodeUtf8(bytes);
  }

  until(enough: (piece: Uint8Array) => boolean): Promise<void> {
    return this.#read().until(enough);
  }

  stream(): ReadableStream<Uint8Array> {
    return createBodyStream(this.#message, this.#limits, {
      begin: () => this.#begin(),
      limit: () => this.#limit,
      clock: (this.#clock ??= new BodyWaitTimer()),
      enter: (state) => {
        this.state = state;
      },
    });
  }

  #read(): Pick<BufferedBody, 'take' | 'until'> {
    if (this.#whole !== undefined) return this.#whole;
    const given = this.#takeArrived() === undefined ? this.#begin() : Promise.resolve(this.#arrived!);
    return (this.#whole =
      given === undefined
        ? new BufferedBody(
            this.#message,
            { ...this.#limits, body: this.#limit },
            this,
            (this.#clock ??= new BodyWaitTimer()),
          )
        : { take: (make) => given.then(make), until: (enough) => given.then((bytes) => void enough(bytes)) });
  }

  // Returns the whole body if it has arrived and is within the limit. Otherwise `#begin` reports the error.
  #takeArrived(): Uint8Array | undefined {
    const message = this.#message;
    if (this.#arrived !== undefined) return this.#arrived;
    if (this.state !== 'unread' || message.httpVersionMajor !== 1 || message.destroyed) return undefined;
    const { readableLength } = message;
    if (readableLength === 0 || readableLength > this.#limit) return undefined;
    if (!message.complete && readableLength !== this.length) return undefined;
    this.state = 'over';
    this.#arrived = message.read() as Uint8Array;
    // Lets the message emit `end`, or Node.js would not release it.
    message.resume();
    return this.#arrived;
  }

  // Returns a promise if the body needs no reading; undefined if it has to be read.
  #begin(): Promise<Uint8Array> | undefined {
    if (this.state !== 'unread' || this.#whole !== undefined) return Promise.reject(createReadTwiceError());
    if (!this.present) {
      this.state = 'over';
      return Promise.resolve(EMPTY);
    }
    if (this.length !== undefined && this.length > this.#limit) return Promise.reject(createTooLargeError(this.#limit));
    const broken = getFailure(this.#message);
    if (broken !== undefined) return Promise.reject(createBodyError(broken));
    if (this.#message.readableDidRead) return this.#takeConsumed();
    this.state = 'over';
    if (this.awaited) {
      this.awaited = false;
      this.#response.writeContinue();
    }
    return undefined;
  }

  // Another handler of the same server, such as express.json(), has read the message.
  #takeConsumed(): Promise<Uint8Array> {
    this.state = 'over';
    const { rawBody, body } = this.#message as ParsedMessage;
    const bytes = [rawBody, body].find((value) => value instanceof Uint8Array);
    if (bytes === undefined) return Promise.reject(createConsumedError());
    if (bytes.byteLength > this.#limit) return Promise.reject(createTooLargeError(this.#limit));
    return Promise.resolve(bytes);
  }
}

/** What parsers of bodies leave at a message: `express.raw()` sets `body`, serverless platforms set `rawBody`. */
interface ParsedMessage {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

function identity(bytes: Uint8Array): Uint8Array {
  return bytes;
}

/** Whether a message has a body; false for a length of 0. */
export function hasBody(message: IncomingMessage): boolean {
  if (message.httpVersionMajor === 2) return !(message as unknown as Http2Message).stream.endAfterHeaders;
  const { headers } = message;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) !== 0;
}

interface Http2Message {
  readonly stream: { readonly endAfterHeaders: boolean };
}

const EMPTY = new Uint8Array();
