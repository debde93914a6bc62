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

// The global is a getter: asking it for the clock takes longer than asking the clock for the time.
const clock = performance;

/** What a server has done so far. */
export interface ServerCounters {
  connections: number;
  requests: number;
  /** Bytes that never became a request. */
  refused: number;
  /** Answers that did not arrive whole; counted only while somebody listens to `sent`. */
  aborted: number;
}

/** How closing went. */
export interface CloseResult {
  /** Did every request that was begun get its whole answer? */
  readonly answered: boolean;
  /** Connections that were cut off because the grace time was over. */
  readonly cut: number;
}

/**
 * Serves an application on a socket: HTTP/1.1, or HTTP/2 beside it, in the clear or with TLS.
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
  /** Answers that write themselves and go on, such as streams of events. */
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

  /** @throws {TypeError} when an option cannot be, naming it */
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

  /** From the moment `close` was called. */
  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Listens.
   * @throws {Error} when the port is taken or may not be used, naming it and the fix
   */
  async listen(): Promise<Address> {
    if (this.#connections !== undefined) throw new Error('This server listens already, or was closed');
    const server = await createHttpServer(this.#options, this.#edge.limits);
    this.#connections = new Connections(server, this.counters, this.#edge.limits, this.#http2);
    this.#attach(server);
    return listen(server, this.#options);
  }

  /**
   * Stops: accepts nothing new, answers every request already begun, closes idle connections.
   *
   * @param graceMs milliseconds after which the rest is cut off; the option's when left out
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

  // The hot path: one object, no listener, no promise, when the application needs none.
  #serve(message: IncomingMessage, response: ServerResponse, expectation: string | undefined): void {
    // Node's parser of HTTP/1.1 accepts the text "HTTP/2.0" and "HTTP/0.9" in a request line.
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
    // Most bodies come together with their head, and are there on the next tick. Then nobody has to wait, which costs
    // less than all that waiting takes.
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
      // An application that breaks its promise not to throw still owes the client an answer.
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
    // The client may be gone already, and `close` comes only once.
    if (response.destroyed) setImmediate(report);
    else response.once('close', report);
  }
}
