import type { ServerResponse } from 'node:http';
import { parseAuthority } from 'oriel-core/http';
import { withoutPrefix } from 'oriel-core/node';
import { opensPage } from '../../view/toolbar/plan-toolbar.ts';
import { callMethod } from '../own-frames.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import type { Method } from './own-method.ts';
import { ResponseToolbar } from './response-toolbar.ts';
import { withHeaders } from './token-header.ts';

/** A response of `node:http` whose request is recorded. Captures its body and adds the headers of the recorder. */
export class RecordedResponse {
  readonly exchange: Exchange;
  readonly #response: ServerResponse;
  readonly #observer: ExchangeObserver;
  readonly #toolbar: ResponseToolbar | undefined;
  /** Whether the application has called `end`. Without it, the body may be on its way to the socket unseen. */
  isEnded = false;

  constructor(response: ServerResponse, exchange: Exchange, observer: ExchangeObserver) {
    this.exchange = exchange;
    this.#response = response;
    this.#observer = observer;
    this.#toolbar = createToolbar(response, exchange, observer);
    Object.defineProperty(response, RECORDED, { value: this, configurable: true });
  }

  /**
   * Calls `write` of the response, and captures the chunk if the response accepts it.
   *
   * @param self what the application called the method of: the response, or an object that inherits from it
   */
  write(method: Method, self: unknown, args: readonly unknown[]): unknown {
    const result = this.#capture(method, self, args, args);
    this.#toolbar?.write(args[0], args[1]);
    return result;
  }

  /** Calls `end` of the response, and captures the chunk if the response accepts it. */
  end(method: Method, self: unknown, args: readonly unknown[]): unknown {
    this.isEnded = true;
    return this.#capture(method, self, args, this.#toolbar?.end(args) ?? args);
  }

  /** Calls `writeHead` of the response. Node.js does so for every response, also if the application only calls `write` or `end`. */
  writeHead(method: Method, self: unknown, args: readonly unknown[]): unknown {
    const changed = this.#getHead(args);
    try {
      return callMethod(method, self, changed);
    } finally {
      // Node.js has rejected the head. The application may send another one.
      if (!this.#response.headersSent) {
        this.exchange.firstByte = undefined;
        this.#toolbar?.undo();
      }
    }
  }

  // Node.js discards what is written after the end.
  #capture(method: Method, self: unknown, args: readonly unknown[], passed: readonly unknown[]): unknown {
    const isOpen = !this.#response.writableEnded;
    const result = callMethod(method, self, passed);
    if (isOpen) this.exchange.responseBody.add(args[0], args[1]);
    return result;
  }

  #getHead(args: readonly unknown[]): readonly unknown[] {
    const { exchange } = this;
    if (this.#response.headersSent || exchange.firstByte !== undefined) return args;
    try {
      exchange.firstByte = exchange.elapsed;
      const changed = this.#toolbar?.writeHead(args) ?? args;
      return withHeaders(this.#response, changed, this.#observer.headers(exchange));
    } catch (error) {
      this.#observer.fail(error);
      return args;
    }
  }
}

/** Returns the recorder of a response; undefined if its request is not recorded. */
export function recordedResponse(response: object): RecordedResponse | undefined {
  return (response as { readonly [RECORDED]?: RecordedResponse })[RECORDED];
}

const RECORDED = Symbol('oriel.response');

function createToolbar(
  response: ServerResponse,
  exchange: Exchange,
  { toolbar }: ExchangeObserver,
): ResponseToolbar | undefined {
  const { method, headers, incoming, host } = exchange;
  if (toolbar === undefined) return undefined;
  const { version, peer = '' } = incoming;
  const request = { method, headers, host: parseAuthority(host)?.name ?? '' };
  if (!opensPage({ ...request, incoming: { version, peer: withoutPrefix(peer) } })) return undefined;
  return new ResponseToolbar(response, (page, start) => toolbar(exchange, page, start));
}
