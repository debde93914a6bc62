import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Deadlines } from '../http/deadlines.ts';
import { isPromise } from '../http/promises.ts';
import type { BodySource } from '../http/pushed-body.ts';
import type { HttpContext } from '../http/context.ts';
import type { Application } from './application.ts';
import { createTrustedProxies } from './client-ip.ts';
import { resolveCompression } from './compression.ts';
import type { Compression } from './compression.ts';
import { Connections } from './connections.ts';
import { createHttpServer, listen } from './listen.ts';
import { Http2Output } from './http2-output.ts';
import type { Address } from './listen.ts';
import { clearLastExchange, lastExchange, setLastExchange } from './last-exchange.ts';
import { hasBody } from './node-body.ts';
import { NodeRequest } from './node-request.ts';
import type { ServerEdge } from './node-request.ts';
import { Pipelining, isFinished } from './pipelining.ts';
import { rejectConnection, rejectConnect } from './reject-connection.ts';
import type { ClientError } from './reject-connection.ts';
import { sendFailure, sendResponse } from './send-response.ts';
import type { Sending } from './send-response.ts';
import { resolveLimits } from './server-options.ts';
import type { ServerOptions } from './server-options.ts';

// The global is a getter and slower than this reference.
const clock = performance;

/** Counters of a server. */
export interface ServerCounters {
  connections: number;
  requests: number;
  /** Rejected connections, whose bytes were not a request. */
  refused: number;
  /** Incomplete responses; counted only if `onSent` is set. */
  aborted: number;
}

/** The result of closing. */
export interface CloseResult {
  /** Whether all requests in progress were answered completely. */
  readonly answered: boolean;
  /** Connections that were destroyed after the grace time. */
  readonly cut: number;
}

/**
 * Serves an application over HTTP/1.1 and optionally HTTP/2, with or without TLS.
 *
 * @example
 * ```ts
 * import { HttpContext } from '../http/context.ts';
 * import { HttpResponse } from 'oriel';
 * import { NodeServer } from './node-server.ts';
 * const server = new NodeServer(
 *   {
 *     handle(incoming) {
 *       const context = new HttpContext(incoming, undefined, undefined);
 *       context.response = HttpResponse.json({ hello: 'world' });
 *       return context;
 *     },
 *   },
 *   { port: 0 },
 * );
 * const { url } = await server.listen();
 * await (await fetch(url)).json(); // => { hello: 'world' }
 * await server.close();
 * ```
 */
export class NodeServer {
  readonly counters: ServerCounters = { connections: 0, requests: 0, refused: 0, aborted: 0 };
  /** The sources of pushed bodies that are being sent, such as event streams. */
  readonly pushed: Set<BodySource> = new Set();
  readonly #app: Application;
  readonly #options: ServerOptions;
  readonly #edge: ServerEdge;
  readonly #http2: Http2Output;
  readonly #pipelining: Pipelining;
  readonly #compression: Compression | undefined;
  #connections: Connections | undefined = undefined;
  #closing: Promise<CloseResult> | undefined = undefined;
  #draining = false;

  /** @throws {TypeError} for an invalid option */
  constructor(app: Application, options: ServerOptions = {}) {
    if (options.http2 && !options.tls) throw new TypeError('http2 needs tls: browsers speak HTTP/2 over TLS only');
    this.#app = app;
    this.#options = options;
    this.#compression = resolveCompression(options.compression);
    const limits = resolveLimits(options.limits);
    this.#edge = {
      scheme: options.tls ? 'https' : 'http',
      limits,
      bodyDeadlines: new Deadlines(limits.bodyTimeout, (body) => body.late()),
      proxies: createTrustedProxies(options.proxies),
    };
    this.#http2 = new Http2Output(limits.writeTimeout);
    this.#pipelining = new Pipelining(limits.pipelined);
  }

  /** True after `close` was called. */
  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Starts to listen.
   * @throws {Error} if the port cannot be used, with the address and a fix
   */
  async listen(): Promise<Address> {
    if (this.#connections !== undefined) throw new Error('This server listens already, or was closed');
    const server = await createHttpServer(this.#options, this.#edge.limits);
    this.#connections = new Connections(server, this.counters, this.#edge.limits, this.#http2);
    this.#attach(server);
    return listen(server, this.#options);
  }

  /**
   * Closes the server: accepts no new connections, finishes requests in progress and closes idle connections.
   *
   * @param graceMs milliseconds after which the remaining connections are destroyed; by default the option of the server
   */
  close(graceMs: number = this.#options.graceMs ?? 10_000): Promise<CloseResult> {
    if (this.#closing !== undefined) return this.#closing;
    this.#draining = true;
    this.#app.onDraining?.();
    for (const each of [...this.pushed]) each.stopping?.();
    this.#closing = this.#connections?.drain(graceMs) ?? Promise.resolve({ answered: true, cut: 0 });
    return this.#closing;
  }

  #attach(server: Server): void {
    server.on('request', (message, response) => this.#serve(message, response, undefined));
    server.on('checkContinue', (message, response) => this.#serve(message, response, message.headers.expect));
    server.on('checkExpectation', (message, response) => this.#serve(message, response, message.headers.expect));
    server.on('connect', (message: IncomingMessage, output: Duplex) => {
      this.counters.refused++;
      rejectConnect(message, output, lastExchange(output), this.#app);
    });
    server.on('clientError', (error: ClientError, socket: Duplex) => {
      if (rejectConnection(error, socket, lastExchange(socket), this.#edge.limits.headers, this.#app))
        this.counters.refused++;
    });
  }

  // The hot path: one object, without listeners and promises if the application needs none.
  #serve(message: IncomingMessage, response: ServerResponse, expectation: string | undefined): void {
    // The HTTP/1.1 parser of Node.js accepts the text "HTTP/2.0" and "HTTP/0.9" in a request line.
    if (message.httpVersionMajor !== 1 && !('stream' in response)) return this.#refuseVersion(message);
    this.counters.requests++;
    const incoming = new NodeRequest(message, response, this.#edge, expectation);
    const sending: Sending = {
      message,
      response,
      incoming,
      compression: this.#compression,
      server: this,
      app: this.#app,
      reported: this.#app.onSent !== undefined,
      startedAt: this.#app.onSent === undefined ? 0 : clock.now(),
      headAt: undefined,
      bytes: 0,
      failed: false,
    };
    if (message.httpVersionMajor === 2) return this.#http2.start(response, () => this.#handle(sending));
    const previous = setLastExchange(sending);
    if (previous !== undefined && !isFinished(previous))
      return this.#pipelining.startAfter(previous, sending, () => this.#handle(sending));
    // Most bodies arrive together with the headers and are available on the next tick, so that reading them needs no
    // promise.
    if (expectation === undefined && hasBody(message)) process.nextTick(this.#handle, sending);
    else this.#handle(sending);
  }

  #refuseVersion({ socket }: IncomingMessage): void {
    const error: ClientError = Object.assign(new Error('The request line names another version'), {
      code: 'ORIEL_VERSION',
    });
    if (rejectConnection(error, socket, lastExchange(socket), this.#edge.limits.headers, this.#app))
      this.counters.refused++;
  }

  readonly #handle = (sending: Sending): void => {
    try {
      const context = this.#app.handle(sending.incoming);
      if (!isPromise(context)) return this.#answer(sending, context);
      context.then(
        (late) => this.#answer(sending, late),
        () => sendFailure(sending),
      );
    } catch {
      // The application must not throw; if it does, the client still gets a response.
      sendFailure(sending);
    }
  };

  #answer(sending: Sending, context: HttpContext): void {
    if (sending.reported) this.#report(sending, context);
    sendResponse(sending, context);
    clearLastExchange(sending, sending.incoming.touchedBody);
  }

  #report(sending: Sending, context: HttpContext): void {
    const { response, startedAt } = sending;
    const report = (): void => {
      const aborted = sending.failed || !response.writableFinished;
      if (aborted) this.counters.aborted++;
      const { bytes, headAt } = sending;
      const firstByte = headAt === undefined ? undefined : headAt - startedAt;
      this.#app.onSent!(context, { bytes, milliseconds: clock.now() - startedAt, firstByte, aborted });
    };
    // The client may have disconnected, and `close` is emitted only once.
    if (response.destroyed) setImmediate(report);
    else response.once('close', report);
  }
}
