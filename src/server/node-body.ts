import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestBody } from '../http/index.ts';
import { concatBytes, decodeUtf8, readTwice, tooLarge, tooSlow } from './body-errors.ts';
import type { BodyState } from './stream-message.ts';
import { streamMessage } from './stream-message.ts';
import { readMessage } from './read-message.ts';
import type { Edge } from './node-request.ts';

/** The body of a request from a socket. Nothing is read, and no `100 Continue` sent, before somebody asks. */
export class NodeBody implements RequestBody {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #edge: Pick<Edge, 'limits' | 'bodyDeadlines'>;
  #whole: Promise<Uint8Array> | undefined = undefined;
  /** Does the client wait for a word before it sends the body? */
  awaited: boolean;
  state: BodyState = 'unread';

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    edge: Pick<Edge, 'limits' | 'bodyDeadlines'>,
    awaited: boolean,
  ) {
    this.#message = message;
    this.#response = response;
    this.#edge = edge;
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
    return streamMessage(this.#message, this.#edge.limits, {
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
    if (this.length !== undefined && this.length > this.#edge.limits.body)
      return Promise.reject(tooLarge(this.#edge.limits.body));
    this.state = 'over';
    if (this.awaited) {
      this.awaited = false;
      this.#response.writeContinue();
    }
    return undefined;
  }

  #collect(): Promise<Uint8Array> {
    const { limits, bodyDeadlines } = this.#edge;
    return new Promise((resolve, reject) => {
      const pieces: Uint8Array[] = [];
      let size = 0;
      const wait = bodyDeadlines.begin(() => {
        stop();
        this.state = 'late';
        reject(tooSlow(limits.bodyTimeout));
      });
      const stop = readMessage(this.#message, limits.body, {
        piece: (bytes) => {
          pieces.push(bytes);
          size += bytes.byteLength;
        },
        end: () => {
          bodyDeadlines.end(wait);
          resolve(concatBytes(pieces, size));
        },
        fail: (error) => {
          bodyDeadlines.end(wait);
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
