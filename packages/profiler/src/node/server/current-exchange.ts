import { currentScope, enterTrace, runInTrace } from 'oriel-core/trace';
import { ExchangeTrace } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** Makes an exchange the current one, for the rest of the synchronous execution and all asynchronous work that it starts. */
export function enterExchange(exchange: Exchange): void {
  Object.defineProperty(exchange.message, EXCHANGE, { value: exchange, configurable: true });
  enterTrace(exchange.trace);
}

/** Runs `work`, and the asynchronous work that it starts, with an exchange as the current one. */
export function runInExchange<T>(exchange: Exchange, work: () => T): T {
  return runInTrace(exchange.trace, work);
}

/** Returns the exchange of the running request; undefined outside a recorded request. */
export function currentExchange(): Exchange | undefined {
  const { trace } = currentScope();
  return trace instanceof ExchangeTrace ? trace.exchange : undefined;
}

/** Returns the exchange of a request object or an HTTP/2 stream of Node.js; undefined if it is not recorded. */
export function getExchange(message: object): Exchange | undefined {
  const { [EXCHANGE]: exchange, stream } = message as RecordedMessage;
  return exchange ?? stream?.[EXCHANGE];
}

interface RecordedMessage {
  readonly [EXCHANGE]?: Exchange;
  readonly stream?: { readonly [EXCHANGE]?: Exchange } | null;
}

// A property and not an entry of a WeakMap: the values of a WeakMap survive until the next full garbage collection.
const EXCHANGE = Symbol('oriel.exchange');
