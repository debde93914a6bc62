import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { addUncountedListener, raiseListenerLimit } from '../../uncounted-listeners.ts';
import { ResponseHeaders } from 'oriel-core/http';
import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';
import { callMethod } from '../own-frames.ts';
import { enterExchange, getExchange } from './current-exchange.ts';
import { Exchange } from './exchange.ts';
import { NO_RESPONSE, parseHead } from './sent-headers.ts';
import { setOwnMethod } from './own-method.ts';
import type { Method } from './own-method.ts';
import { toReceivedRequest } from './watch-http-server.ts';
import { LISTEN, observeChannel } from './exchange-observer.ts';
import type { ExchangeObserver } from './exchange-observer.ts';

/**
 * Observes requests that are upgraded to another protocol, such as WebSocket. Node.js passes them to the listeners of
 * `upgrade` and publishes no channel for them. The profile ends with the head of the response; messages are not recorded.
 *
 * @returns a function that stops observing servers that do not listen yet
 */
export function watchUpgrades(observer: ExchangeObserver): () => void {
  return observeChannel<{ readonly server: Server }>(LISTEN, ({ server }) => watchServer(server, observer), observer);
}

const watched = new WeakSet<Server>();

// A listener of `upgrade` makes a server accept upgrades, so there is one only while the application has one.
// Servers of `node:net` have no upgrades.
function watchServer(server: Server, observer: ExchangeObserver): void {
  if (watched.has(server) || !('requestTimeout' in server)) return;
  watched.add(server);
  const onUpgrade = (request: IncomingMessage, socket: Duplex): void => {
    try {
      observe(request, socket, observer);
    } catch (error) {
      observer.fail(error);
    }
  };
  const isWatched = (): boolean => server.listeners('upgrade').includes(onUpgrade);
  raiseListenerLimit(server);
  if (server.listenerCount('upgrade') > 0) server.prependListener('upgrade', onUpgrade);
  server.on('newListener', (event: string, added: unknown) => {
    if (event === 'upgrade' && added !== onUpgrade && !isWatched()) server.prependListener('upgrade', onUpgrade);
  });
  server.on('removeListener', (event: string) => {
    if (event === 'upgrade' && server.listenerCount('upgrade') === 1 && isWatched()) server.off('upgrade', onUpgrade);
  });
}

function observe(request: IncomingMessage, socket: Duplex, observer: ExchangeObserver): void {
  // An application may pass a request to another server, whose listeners are called with the same one.
  if (getExchange(request) !== undefined || !observer.accepts(request.url ?? '/')) return;
  const exchange = new Exchange(toReceivedRequest(request, socket), request, 0);
  observer.begin(exchange);
  captureHead(socket, (text) => {
    try {
      const head = parseResponse(text);
      if (head) exchange.firstByte = exchange.elapsed;
      observer.end(exchange, head ?? NO_RESPONSE, head === undefined);
    } catch (error) {
      observer.fail(error);
    }
  });
  enterExchange(exchange);
}

// The application writes the head of the response to the socket. `end` is called once, also if it writes none.
function captureHead(socket: Duplex, end: (text: string) => void): void {
  const methods = socket as unknown as Record<string, Method>;
  const restore = ['write', 'end'].map((name) => {
    const isOwn = Object.hasOwn(socket, name);
    const original = methods[name]!;
    const observed = function (this: unknown, ...args: unknown[]): unknown {
      add(args[0]);
      return callMethod(original, this, args);
    };
    setOwnMethod(socket, name, observed);
    return () => {
      if (methods[name] !== observed) return;
      if (isOwn) methods[name] = original;
      else delete methods[name];
    };
  });
  let text = '';
  let isComplete = false;
  const add = (chunk: unknown): void => {
    if (typeof chunk === 'string') text += chunk;
    else if (chunk instanceof Uint8Array) text += Buffer.from(chunk).toString('latin1');
    if (text.includes(END) || text.length > MAX_BYTES) finish();
  };
  const finish = (): void => {
    if (isComplete) return;
    isComplete = true;
    socket.off('close', finish);
    for (const callback of restore) callback();
    end(text);
  };
  addUncountedListener(socket, 'close', finish);
}

function parseResponse(text: string): RecordedResponseHead | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  if (status === undefined) return undefined;
  return { status: Number(status), headers: new ResponseHeaders(parseHead(text.split(END, 1)[0]!)), body: null };
}

const END = '\r\n\r\n';
const MAX_BYTES = 65_536;
