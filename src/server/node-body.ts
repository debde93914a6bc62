import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestBody } from '../http/index.ts';
import { concatBytes, decodeUtf8, readTwice, tooLarge, tooSlow } from './body-errors.ts';
import type { BodyState } from './stream-message.ts';
import { streamMessage } from './stream-message.ts';
import { readMessage } from './read-message.ts';
import type { Limits } from './server-options.ts';

/** The body of a request from a socket. Nothing is read, and no `100 Continue` sent, before somebody asks. */
export class NodeBody implements RequestBody {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #limits: Limits;
  #whole: Promise<Uint8Array> | undefined = undefined;
  /** Does the client wait for a word before it sends the body? */
  awaited: boolean;
  state: BodyState = 'unread';

  constructor(message: IncomingMessage, response: ServerResponse, limits: Limits, awaited: boolean) {
    this.#message = message;
    this.#response = response;
    this.#limits = limits;
    this.awaited = awaited;
  }

  get present(): boolean {
    return hasBody(this.#message);
  }

  get length(): number | undefined {
    const announced = this.#message.headers['content-length'];
    return announced === undefined ? undefined : Number(announced);
  }

  bytes(): Promise<Uint8Array> {
    return (this.#whole ??= this.#begin() ?? this.#collect());
  }

  text(): Promise<string> {
    return this.bytes().then(decodeUtf8);
  }

  stream(): ReadableStream<Uint8Array> {
    return streamMessage(this.#message, this.#limits, {
      begin: () => this.#begin(),
      enter: (state) => {
        this.state = state;
      },
    });
  }

  // The promise of a body that needs no reading; undefined when it has to be read now.
  #begin(): Promise<Uint8Array> | undefined {
    if (this.state !== 'unread' || this.#whole !== undefined) return Promise.reject(readTwice());
    if (!this.present) {
      this.state = 'over';
      return Promise.resolve(EMPTY);
    }
    if (this.length !== undefined && this.length > this.#limits.body)
      return Promise.reject(tooLarge(this.#limits.body));
    this.state = 'over';
    if (this.awaited) {
      this.awaited = false;
      this.#response.writeContinue();
    }
    return undefined;
  }

  #collect(): Promise<Uint8Array> {
    const { body: limit, bodyTimeout } = this.#limits;
    return new Promise((resolve, reject) => {
      const pieces: Uint8Array[] = [];
      let size = 0;
      const timer = setTimeout(() => {
        stop();
        this.state = 'late';
        reject(tooSlow(bodyTimeout));
      }, bodyTimeout);
      const stop = readMessage(this.#message, limit, {
        piece: (bytes) => {
          pieces.push(bytes);
          size += bytes.byteLength;
        },
        end: () => {
          clearTimeout(timer);
          resolve(concatBytes(pieces, size));
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }
}

/** Does the message announce a body? A length of 0 is none. */
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
