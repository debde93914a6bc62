import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseAuthority } from '../../core/http/authority.ts';
import { enterTrace } from '../../core/trace/current.ts';
import { withoutPrefix } from '../../core/server/forwarded.ts';
import { NodeHeaders } from '../../core/server/node-headers.ts';
import { isRecorded } from '../../core/server/recorded-servers.ts';
import type { RecordedResponseHead } from '../../profiler/recorder/recorded-exchange.ts';
import { opensPage } from '../../profiler/toolbar/plan-toolbar.ts';
import type { ToolbarPlan } from '../../profiler/toolbar/plan-toolbar.ts';
import { withoutOwnFrames } from '../own-frames.ts';
import { capturingChunks } from './capture-chunks.ts';
import { completeBody } from './complete-body.ts';
import { enterExchange } from './current-exchange.ts';
import { Exchange } from './exchange.ts';
import type { ReceivedRequest } from './exchange.ts';
import { onceClosed } from './once-closed.ts';
import { methodsOf, setOwnMethod } from './own-method.ts';
import { ResponseToolbar } from './response-toolbar.ts';
import type { PlanToolbar } from './response-toolbar.ts';
import { sentResponse } from './sent-headers.ts';
import { withHeaders } from './token-header.ts';
import type { HeaderLines } from './token-lines.ts';

/** What happens to the requests that the servers of the process receive. */
export interface ExchangeObserver {
  readonly bodyCap: number;
  /** Returns whether the request with this target is recorded. The pages of the profiler are not. */
  accepts(url: string): boolean;
  begin(exchange: Exchange): void;
  /** Returns header lines for the response, just before its head is sent. */
  headers(exchange: Exchange): HeaderLines;
  end(exchange: Exchange, response: RecordedResponseHead, aborted: boolean): void;
  /** Returns how a page changes to contain the toolbar. Undefined if pages have none. */
  readonly toolbar: ((exchange: Exchange, ...page: Parameters<PlanToolbar>) => ToolbarPlan | undefined) | undefined;
  /** Called with what the recorder threw, in place of the application. */
  fail(error: unknown): void;
}

/**
 * Observes all requests of `node:http` and `node:https` servers in this process, of any framework. The application's
 * responses stay the same, except for the lines that the observer adds.
 *
 * @returns a function that stops observing
 */
export function watchHttpServers(observer: ExchangeObserver): () => void {
  return observeChannel('http.server.request.start', observe, observer);
}

/** Observes the messages of a diagnostics channel. Returns a function that stops observing. */
export function observeChannel<Message>(
  channel: string,
  observe: (message: Message, observer: ExchangeObserver) => void,
  observer: ExchangeObserver,
): () => void {
  const listener = (message: unknown): void => {
    try {
      observe(message as Message, observer);
    } catch (error) {
      observer.fail(error);
    }
  };
  subscribe(channel, listener);
  return () => void unsubscribe(channel, listener);
}

interface ServerExchange {
  readonly server: Server;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function observe({ server, request, response }: ServerExchange, observer: ExchangeObserver): void {
  if (isRecorded(server) || !observer.accepts(request.url ?? '/')) return;
  const exchange = new Exchange(toReceivedRequest(request), request, observer.bodyCap);
  observer.begin(exchange);
  captureRequestBody(request, exchange);
  const isEnded = captureResponse(response, exchange, observer);
  // The responses of pipelined requests finish in the context of the one before. This is the first listener.
  response.on('finish', () => enterTrace(exchange.trace));
  onceClosed(response, request.socket, () => {
    try {
      const head = sentResponse(response);
      const aborted = !response.writableFinished;
      completeBody(exchange, head, aborted || isEnded());
      observer.end(exchange, head, aborted);
    } catch (error) {
      observer.fail(error);
    }
  });
  enterExchange(exchange);
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
  };
}

/**
 * Captures the body of a request. The parser passes it to `push`, whether the application reads it as a stream, by events or not at all. It
 * does so in the context of the connection, so listeners of `data` and `end` would run outside of the request.
 */
export function captureRequestBody(request: object, { requestBody, trace }: Exchange): void {
  const { push } = methodsOf(request);
  setOwnMethod(request, 'push', function (...args) {
    requestBody.add(args[0], args[1]);
    enterTrace(trace);
    // Listeners of the application run in here, and the stacks of their errors have each frame.
    try {
      return Reflect.apply(push!, this, args);
    } catch (error) {
      throw withoutOwnFrames(error);
    }
  });
}

// Returns a function that returns whether the application has called `end` of the response, and not of its prototype.
function captureResponse(response: ServerResponse, exchange: Exchange, observer: ExchangeObserver): () => boolean {
  const toolbar = createToolbar(response, exchange, observer);
  const { write, end, writeHead } = methodsOf(response);
  const call = capturingChunks(response, exchange.responseBody);
  setOwnMethod(response, 'write', function (...args) {
    const result = call(write!, this, args);
    toolbar?.write(args[0], args[1]);
    return result;
  });
  let isEnded = false;
  setOwnMethod(response, 'end', function (...args) {
    isEnded = true;
    return call(end!, this, args, toolbar?.end(args));
  });
  // Node.js calls it for every response, also when the application only calls `write` or `end`.
  setOwnMethod(response, 'writeHead', function (...args) {
    const changed = headOf(response, args, exchange, observer, toolbar);
    try {
      return Reflect.apply(writeHead!, this, changed);
    } catch (error) {
      // The application may send another head.
      if (!response.headersSent) {
        exchange.firstByte = undefined;
        toolbar?.undo();
      }
      throw withoutOwnFrames(error);
    }
  });
  return () => isEnded;
}

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

function headOf(
  response: ServerResponse,
  args: readonly unknown[],
  exchange: Exchange,
  observer: ExchangeObserver,
  toolbar: ResponseToolbar | undefined,
): readonly unknown[] {
  if (response.headersSent || exchange.firstByte !== undefined) return args;
  try {
    exchange.firstByte = exchange.elapsed;
    const changed = toolbar?.writeHead(args) ?? args;
    return withHeaders(response, changed, observer.headers(exchange));
  } catch (error) {
    observer.fail(error);
    return args;
  }
}
