import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_TIMER_MS, parseDuration, isPromise } from 'oriel-core/http';
import type { Duration, HttpContext } from 'oriel-core/http';
import type { Application } from './application.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { markRecorded } from 'oriel-core/node';
import { Connections } from './connections.ts';
import type { CloseResult, ServerCounters } from './connections.ts';
import { createHttpServer, listen } from './listen.ts';
import { Http2Output } from './http2-output.ts';
import type { Address } from './listen.ts';
import { hasBody } from './node-body.ts';
import { NodeExchange } from './node-exchange.ts';
import type { ServerEdge } from './node-exchange.ts';
import { Pipelining, clearLastExchange, isFinished, lastExchange, setLastExchange } from './pipelining.ts';
import { rejectConnection, rejectConnect } from './reject-connection.ts';
import type { ClientError } from './reject-connection.ts';
import { sendFailure, sendResponse } from './send-response.ts';
import type { EndlessBody } from './send-pushed.ts';
import { DEFAULT_GRACE_PERIOD, resolveLimits } from './server-options.ts';
import type { ServerOptions } from './server-options.ts';

// The global is a getter and slower than this reference.
const clock = performance;

/**
 * Serves an application over HTTP/1.1 and optionally HTTP/2, with or without TLS.
 *
 * @example
 * ```ts
 * import { HttpContext } from '../../../core/src/http/context.ts';
 * import { HttpResponse } from 'oriel-host';
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
  /** Bodies that are being sent and may have no end, such as event streams. */
  readonly endless: Set<EndlessBody> = new Set();
  readonly #app: Application;
  readonly #options: ServerOptions;
  readonly #edge: ServerEdge;
  readonly #http2: Http2Output;
  readonly #pipelining: Pipelining;
  #connections: Connections | undefined = undefined;
  #closing: Promise<CloseResult> | undefined = undefined;
  #draining = false;

  /**
   * @param isEmbedded whether another server receives the requests and passes them to {@link serve}
   * @throws {TypeError} for an invalid option
   */
  constructor(app: Application, options: ServerOptions = {}, isEmbedded = false) {
    if (options.http2 && !options.tls)
      throw new TypeError('http2 requires tls, because browsers support HTTP/2 only over TLS');
    this.#app = app;
    this.#options = options;
    const limits = resolveLimits(options.limits);
    this.#edge = {
      scheme: options.tls ? 'https' : 'http',
      isEmbedded,
      limits,
      proxies: createTrustedProxies(options.proxies),
      isCompressed: options.compression !== false,
      server: this,
      app,
      isReported: app.onSent !== undefined,
    };
    this.#http2 = new Http2Output(limits.writeTimeout);
    this.#pipelining = new Pipelining();
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
    if (this.#connections !== undefined)
      throw new Error('This server is already listening, or was closed; create a new one');
    const server = await createHttpServer(this.#options, this.#edge.limits);
    this.#connections = new Connections(server, this.counters, this.#edge.limits, this.#http2);
    this.#attach(server);
    if (this.#app.isRecorded) markRecorded(server);
    return listen(server, this.#options);
  }

  /**
   * Closes the server: accepts no new connections, finishes requests in progress and closes idle connections. The signals of
   * event streams are aborted at once. Those that have not ended after half of the time are canceled.
   *
   * @param gracePeriod time after which the remaining connections are destroyed; by default the option of the server
   * @throws {TypeError} if it is not a duration
   */
  close(gracePeriod: Duration = this.#options.gracePeriod ?? DEFAULT_GRACE_PERIOD): Promise<CloseResult> {
    if (this.#closing !== undefined) return this.#closing;
    const milliseconds = parseDuration(gracePeriod, 'gracePeriod', { maximum: MAX_TIMER_MS });
    this.#draining = true;
    this.#app.onDraining?.();
    for (const body of [...this.endless]) body.stopping?.();
    setTimeout(() => {
      for (const body of [...this.endless]) body.cancel?.();
    }, milliseconds / 2).unref();
    this.#closing = this.#connections?.drain(milliseconds) ?? Promise.resolve({ answered: true, cut: 0 });
    return this.#closing;
  }

  /**
   * Serves a request of another server of Node.js, such as one in an Express application.
   * @param next called instead if the application does not handle the request
   */
  serve(message: IncomingMessage, response: ServerResponse, next?: () => void): void {
    if (next !== undefined && !this.#handles(message, response, this.#edge)) return next();
    this.#serve(message, response, undefined);
  }

  /** Whether the application would handle the rest of the path after the path that an embedded server is mounted at. */
  handlesRest(message: IncomingMessage, response: ServerResponse): boolean {
    return this.#handles(message, response, { ...this.#edge, isEmbedded: false });
  }

  #handles(message: IncomingMessage, response: ServerResponse, edge: ServerEdge): boolean {
    return this.#app.handles?.(new NodeExchange(message, response, edge, undefined)) ?? true;
  }

  #attach(server: Server): void {
    server.on('request', (message, response) => this.serve(message, response));
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
    const exchange = new NodeExchange(message, response, this.#edge, expectation);
    if (message.httpVersionMajor === 2) return this.#http2.start(response, () => this.#handle(exchange));
    const previous = setLastExchange(exchange);
    if (previous !== undefined && !isFinished(previous))
      return this.#pipelining.startAfter(previous, exchange, () => process.nextTick(this.#handle, exchange));
    // Most bodies arrive together with the headers and are available on the next tick, so that reading them needs no
    // promise.
    if (expectation === undefined && hasBody(message)) process.nextTick(this.#handle, exchange);
    else this.#handle(exchange);
  }

  #refuseVersion({ socket }: IncomingMessage): void {
    const error: ClientError = Object.assign(new Error('The request line has an unsupported HTTP version'), {
      code: 'ORIEL_VERSION',
    });
    if (rejectConnection(error, socket, lastExchange(socket), this.#edge.limits.headers, this.#app))
      this.counters.refused++;
  }

  readonly #handle = (exchange: NodeExchange): void => {
    try {
      const context = this.#app.handle(exchange, this.#isOutermost(exchange));
      if (!isPromise(context)) return this.#answer(exchange, context);
      context.then(
        (late) => this.#answer(exchange, late),
        () => sendFailure(exchange),
      );
    } catch {
      // The application must not throw; if it does, the client still gets a response.
      sendFailure(exchange);
    }
  };

  // A stream of HTTP/2 may start in the callback of another one.
  #isOutermost({ message }: NodeExchange): boolean {
    return !this.#edge.isEmbedded && message.httpVersionMajor === 1;
  }

  #answer(exchange: NodeExchange, context: HttpContext): void {
    if (this.#edge.isReported) this.#report(exchange, context);
    sendResponse(exchange, context);
    clearLastExchange(exchange, exchange.touchedBody);
  }

  #report(exchange: NodeExchange, context: HttpContext): void {
    const { response, startedAt } = exchange;
    const report = (): void => {
      const aborted = exchange.failed || !response.writableFinished;
      if (aborted) this.counters.aborted++;
      const { bytes, headAt } = exchange;
      const firstByte = headAt === undefined ? undefined : headAt - startedAt;
      this.#app.onSent!(context, { bytes, milliseconds: clock.now() - startedAt, firstByte, aborted });
    };
    // The client may have disconnected, and `close` is emitted only once.
    if (response.destroyed) setImmediate(report);
    else response.once('close', report);
  }
}
