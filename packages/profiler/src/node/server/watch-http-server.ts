import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { enterTrace } from 'oriel-core/trace';
import type { TraceOrigin } from 'oriel-core/trace';
import { NodeHeaders, isRecorded } from 'oriel-core/node';
import { enterExchange, getExchange } from './current-exchange.ts';
import { Exchange } from './exchange.ts';
import type { ReceivedRequest } from './exchange.ts';
import { completeBody, observeChannel } from './exchange-observer.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import { replaceMessageMethods } from './message-methods.ts';
import { RecordedResponse, recordedResponse } from './recorded-response.ts';
import { sentResponse } from './sent-headers.ts';
import { addUncountedListener } from '../../uncounted-listeners.ts';

/**
 * Observes all requests of `node:http` and `node:https` servers in this process, of any framework. The application's
 * responses stay the same, except for the lines that the observer adds.
 *
 * @returns a function that stops observing
 */
export function watchHttpServers(observer: ExchangeObserver): () => void {
  current = observer;
  const undo = [
    () => (current = undefined),
    replaceMessageMethods(),
    observeChannel('http.server.request.start', observe, observer),
    observeChannel('http.server.response.finish', enterFinished, observer),
  ];
  return () => undo.forEach((callback) => callback());
}

let current: ExchangeObserver | undefined;

/**
 * Observes a request that a library passes to the listeners of a server without a connection, as tests do.
 *
 * @param parent the origin of the code that sends the request
 */
export function observeInjected(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  parent?: TraceOrigin,
): void {
  if (current === undefined) return;
  observe({ server: undefined, request, response }, current, parent);
  getExchange(request)?.requestBody.add(body, undefined);
}

interface ServerExchange {
  readonly server: Server | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function observe(
  { server, request, response }: ServerExchange,
  observer: ExchangeObserver,
  parent?: TraceOrigin,
): void {
  if (isRecorded(server) || !observer.accepts(request.url ?? '/')) return;
  const received = toReceivedRequest(request);
  // Without a connection, no client has added the trace of the code that sends the request.
  const origin = request.headers['traceparent'] === undefined ? { parent } : {};
  const exchange = new Exchange({ ...received, ...origin }, request, observer.bodyCap);
  observer.begin(exchange);
  const recorded = new RecordedResponse(response, exchange, observer);
  onceClosed(response, request.socket, () => {
    try {
      const head = sentResponse(response);
      // A response without a server was not sent on a connection.
      const aborted = server === undefined ? !recorded.isEnded : !response.writableFinished;
      completeBody(exchange, head, aborted || recorded.isEnded);
      observer.end(exchange, head, aborted);
    } catch (error) {
      observer.fail(error);
    }
  });
  enterExchange(exchange);
}

// The responses of pipelined requests finish in the context of the one before. Listeners of the application are called later.
function enterFinished({ response }: ServerExchange): void {
  const recorded = recordedResponse(response);
  if (recorded !== undefined) enterTrace(recorded.exchange.trace);
}

/** Returns what the recorder reads of a request. @param socket the connection of the request */
export function toReceivedRequest(request: IncomingMessage, socket: Duplex = request.socket): ReceivedRequest {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    version: request.httpVersion,
    scheme: 'encrypted' in socket ? 'https' : 'http',
    headers: new NodeHeaders(request),
    peer: request.socket.remoteAddress,
    localPort: request.socket.localPort,
  };
}

/**
 * Calls a function once, when a response is closed or, before that, its connection. A response that was detached from its
 * connection, or that waits for a response before it, is not closed with the connection.
 */
function onceClosed(response: ServerResponse, socket: Duplex, listener: () => void): void {
  const open = openResponses(socket);
  const close = (): void => {
    const index = open.indexOf(close);
    if (index < 0) return;
    open.splice(index, 1);
    listener();
  };
  open.push(close);
  addUncountedListener(response, 'close', close);
}

// One listener of a connection for all its responses, because pipelining clients would exceed the maximum of listeners.
function openResponses(socket: Duplex & { [OPEN]?: (() => void)[] }): (() => void)[] {
  const known = socket[OPEN];
  if (known !== undefined) return known;
  const open: (() => void)[] = [];
  Object.defineProperty(socket, OPEN, { value: open });
  addUncountedListener(socket, 'close', () => [...open].forEach((close) => close()));
  return open;
}

const OPEN = Symbol('oriel.open');
