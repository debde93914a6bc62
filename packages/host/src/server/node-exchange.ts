import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError, IncomingRequest } from 'oriel-core/http';
import type { Application } from './application.ts';
import type { PushingServer } from './send-pushed.ts';
import type { Limits } from './server-options.ts';
import type { ClientInfo, TrustedProxies } from './trusted-proxies.ts';
import { withoutPrefix, NodeHeaders, findHostLines } from 'oriel-core/node';
import { NodeBody } from './node-body.ts';
import { requestProblem } from './request-problem.ts';
import { toWebRequest } from '../http/to-web-request.ts';

// The global is a getter and slower than this reference.
const clock = performance;

/** What all requests of a server share. */
export interface ServerEdge {
  readonly limits: Limits;
  readonly scheme: 'http' | 'https';
  /** Whether another server received the requests. Scheme and path are then those of the request, not of the options. */
  readonly isEmbedded: boolean;
  readonly proxies: TrustedProxies | undefined;
  readonly isCompressed: boolean;
  /** Read when the headers are written: a response after the start of draining closes its connection. */
  readonly server: PushingServer;
  readonly app: Application;
  /** Whether the application wants to know how a response was delivered. */
  readonly isReported: boolean;
}

/** A request from a socket, whose members are computed on first use, and the response that is sent. */
export class NodeExchange implements IncomingRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly edge: ServerEdge;
  /** When the request was received and when the headers were written, as `performance.now()` returns it; only if that is reported. */
  readonly startedAt: number;
  headAt: number | undefined = undefined;
  /** Bytes of the body written so far, and whether the body failed. */
  bytes = 0;
  failed = false;
  readonly #expectation: string | undefined;
  #headers: NodeHeaders | undefined = undefined;
  #body: NodeBody | undefined = undefined;
  #abort: AbortController | undefined = undefined;
  #client: ClientInfo | undefined = undefined;
  // An HTTP/2 stream loses its connection, and with it the address, when it ends.
  readonly #peer: string | undefined;

  /** @param expectation the `Expect` header, if there was one */
  constructor(message: IncomingMessage, response: ServerResponse, edge: ServerEdge, expectation: string | undefined) {
    this.message = message;
    this.response = response;
    this.edge = edge;
    this.startedAt = edge.isReported ? clock.now() : 0;
    this.#expectation = expectation;
    this.#peer = message.httpVersionMajor === 2 ? message.socket.remoteAddress : undefined;
  }

  get method(): string {
    return this.message.method!;
  }

  get target(): string {
    return this.edge.isEmbedded ? originalTarget(this.message) : this.message.url!;
  }

  get headers(): NodeHeaders {
    return (this.#headers ??= new NodeHeaders(this.message, this.edge.isEmbedded));
  }

  get hostLines(): readonly string[] {
    const host = this.edge.proxies === undefined ? undefined : this.#facts.host;
    return host === undefined ? findHostLines(this.message) : [host];
  }

  get scheme(): 'http' | 'https' {
    return this.edge.proxies === undefined ? this.#connectionScheme : this.#facts.scheme;
  }

  get #connectionScheme(): 'http' | 'https' {
    const { isEmbedded, scheme } = this.edge;
    return isEmbedded && 'encrypted' in this.message.socket ? 'https' : scheme;
  }

  get version(): string {
    const { httpVersion } = this.message;
    return httpVersion === '2.0' ? '2' : httpVersion;
  }

  get ip(): string {
    return this.edge.proxies === undefined ? this.peer : this.#facts.ip;
  }

  get clientBecause(): string | undefined {
    return this.edge.proxies === undefined ? undefined : this.#facts.because;
  }

  get peer(): string {
    return withoutPrefix(this.#peer ?? this.message.socket.remoteAddress ?? '');
  }

  get problem(): HttpError | undefined {
    const { limits, proxies } = this.edge;
    const { rawHeaders, headers } = this.message;
    const problem = requestProblem(
      limits,
      this.target.length,
      rawHeaders.length >> 1,
      this.#expectation,
      headers['transfer-encoding'],
    );
    return problem ?? (proxies === undefined ? undefined : this.#facts.problem);
  }

  get body(): NodeBody {
    return (this.#body ??= new NodeBody(
      this.message,
      this.response,
      this.edge.limits,
      this.#expectation?.toLowerCase() === '100-continue',
    ));
  }

  /** The body, if it was requested. */
  get touchedBody(): NodeBody | undefined {
    return this.#body;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const response = this.response;
      this.#abort = new AbortController();
      if (response.destroyed && !response.writableFinished) this.abort(clientGone());
      else response.once('close', () => response.writableFinished || this.abort(clientGone()));
    }
    return this.#abort.signal;
  }

  abort(reason: unknown): void {
    this.#abort?.abort(reason);
  }

  earlyHints(links: readonly string[]): void {
    // HTTP/1.0 has no interim responses, and they must precede the final one.
    if (links.length === 0 || this.message.httpVersion === '1.0' || this.response.headersSent) return;
    this.response.writeEarlyHints({ link: [...links] });
  }

  toRequest(url: string): Request {
    return toWebRequest(this, url);
  }

  get #facts(): ClientInfo {
    return (this.#client ??= this.edge.proxies!.read(this.peer, this.#connectionScheme, this.headers));
  }
}

function clientGone(): DOMException {
  return new DOMException('The client disconnected', 'AbortError');
}

/**
 * Returns the target of a request as the client sent it. Express, Connect and similar frameworks remove the path that a
 * handler is mounted at from `url` and keep the target in `originalUrl`.
 */
export function originalTarget(message: IncomingMessage): string {
  const { originalUrl } = message as { originalUrl?: unknown };
  return typeof originalUrl === 'string' ? originalUrl : message.url!;
}
