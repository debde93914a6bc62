import type { IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { addUncountedListener } from '../../uncounted-listeners.ts';
import { tryRead } from 'oriel-core/errors';
import { ResponseHeaders } from 'oriel-core/http';
import { NodeHeaders, isRecorded } from 'oriel-core/node';
import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';
import { callMethod } from '../own-frames.ts';
import { enterExchange } from './current-exchange.ts';
import { Exchange } from './exchange.ts';
import { getMethods, setOwnMethod } from './own-method.ts';
import { completeBody, observeChannel } from './exchange-observer.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import { receiveChunk } from './message-methods.ts';
import { NO_RESPONSE } from './sent-headers.ts';
import { replaceLines } from './token-header.ts';
import type { BodyCapture } from '../../record/body-capture.ts';
import type { Method } from './own-method.ts';

/**
 * Observes all requests of `node:http2` servers in this process, those of its stream API and of its compatibility API.
 * Versions of Node.js without the channel `http2.server.stream.created` do not publish them.
 *
 * @returns a function that stops observing
 */
export function watchHttp2Servers(observer: ExchangeObserver): () => void {
  return observeChannel('http2.server.stream.created', observe, observer);
}

interface CreatedStream {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders & { readonly ':path'?: string };
}

function observe({ stream, headers }: CreatedStream, observer: ExchangeObserver): void {
  const target = headers[':path'];
  // The server itself starts streams with an even number; CONNECT has no path.
  if (target === undefined || (stream.id ?? 0) % 2 === 0 || !observer.accepts(target)) return;
  const session = stream.session as ServerHttp2Session | undefined;
  if (isRecorded(session?.server)) return;
  const exchange = new Exchange(
    {
      method: String(headers[':method'] ?? 'GET'),
      target,
      version: '2.0',
      scheme: session?.encrypted ? 'https' : 'http',
      headers: new NodeHeaders(getMessage(headers)),
      peer: session?.socket.remoteAddress,
      localPort: session?.socket.localPort,
    },
    stream,
    observer.bodyCap,
  );
  observer.begin(exchange);
  captureBodies(stream, exchange);
  captureHead(stream, exchange, observer);
  addUncountedListener(stream, 'close', () => {
    try {
      const head = getHead(stream);
      const aborted = stream.aborted || stream.rstCode !== 0;
      // Node.js passes the bytes of a file from its descriptor to the socket.
      completeBody(exchange, head, aborted);
      observer.end(exchange, head, aborted);
    } catch (error) {
      observer.fail(error);
    }
  });
  enterExchange(exchange);
}

function getMessage(headers: IncomingHttpHeaders): IncomingMessage {
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((text) => [name, text]),
  );
  return { headers, rawHeaders, httpVersionMajor: 2 } as unknown as IncomingMessage;
}

function captureBodies(stream: ServerHttp2Stream, exchange: Exchange): void {
  const methods = getMethods(stream);
  // The session passes the body to `push`, as the parser of HTTP/1.1 does.
  const { push } = methods;
  setOwnMethod(stream, 'push', function (...args) {
    return receiveChunk(exchange, push!, this, args);
  });
  const call = capturingChunks(stream, exchange.responseBody);
  for (const name of ['write', 'end']) {
    const original = methods[name]!;
    setOwnMethod(stream, name, function (...args) {
      return call(original, this, args);
    });
  }
}

// The methods that send a head, and the index of their argument with headers. The compatibility API calls the first.
const HEADS = { respond: 0, respondWithFile: 1, respondWithFD: 1 };

function captureHead(stream: ServerHttp2Stream, exchange: Exchange, observer: ExchangeObserver): void {
  const methods = getMethods(stream);
  for (const [name, index] of Object.entries(HEADS)) {
    const original = methods[name];
    setOwnMethod(stream, name, function (...args) {
      if (exchange.firstByte !== undefined || stream.headersSent) return callMethod(original!, this, args);
      try {
        exchange.firstByte = exchange.elapsed;
        args[index] = withLines(args[index] as SentHeaders, observer.headers(exchange));
      } catch (error) {
        observer.fail(error);
      }
      let isRejected = true;
      try {
        const result = callMethod(original!, this, args);
        isRejected = false;
        return result;
      } finally {
        // The application may send another head.
        if (isRejected && !stream.headersSent) exchange.firstByte = undefined;
      }
    });
  }
}

type SentHeaders = Readonly<Record<string | symbol, unknown>> | readonly unknown[] | null | undefined;

function withLines(headers: SentHeaders, lines: readonly (readonly [string, string])[]): unknown {
  if (lines.length === 0) return headers;
  const added = lines.map(([name, value]) => [name.toLowerCase(), value] as const);
  // Node.js throws an error.
  if (headers !== undefined && headers !== null && typeof headers !== 'object') return headers;
  // The names of sensitive headers are a property with a symbol. Node.js reads a getter that throws as well.
  return tryRead<unknown>(() => {
    const replaced = replaceLines(headers ?? {}, added);
    return Array.isArray(replaced) ? replaced : Object.assign(Object.create(null) as object, replaced);
  }, headers);
}

function getHead({ sentHeaders, sentTrailers, headersSent }: ServerHttp2Stream): RecordedResponseHead {
  if (!headersSent) return NO_RESPONSE;
  // The status of a gRPC call is in the trailers.
  const lines = Object.entries({ ...sentTrailers, ...sentHeaders }).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined ? [] : [value].flat().flatMap((element) => [name, String(element)]),
  );
  return { status: Number(sentHeaders?.[':status'] ?? 200), headers: new ResponseHeaders(lines), body: null };
}

/** @param passed the arguments of the call, if they differ from those whose chunk is captured */
type CallAndCapture = (method: Method, self: unknown, args: readonly unknown[], passed?: readonly unknown[]) => unknown;

/** Returns a function that calls `write` or `end` of a stream, and captures the chunk if the stream accepts it. */
function capturingChunks(stream: { readonly writableEnded: boolean }, body: BodyCapture): CallAndCapture {
  let isRunning = false;
  return (method, self, args, passed = args) => {
    // A class of the application may implement `end` with `write`.
    if (isRunning) return callMethod(method, self, passed);
    // Node.js discards what is written after the end.
    const isOpen = !stream.writableEnded;
    isRunning = true;
    try {
      const result = callMethod(method, self, passed);
      if (isOpen) body.add(args[0], args[1]);
      return result;
    } finally {
      isRunning = false;
    }
  };
}
