import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';
import type { ToolbarPlan } from '../../view/toolbar/plan-toolbar.ts';
import type { Exchange } from './exchange.ts';
import type { PlanToolbar } from './response-toolbar.ts';
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

/** The channel of servers that begin to listen. */
export const LISTEN = 'tracing:net.server.listen:asyncStart';

/** Completes the size of the body of a response. @param isSeen whether all of its bytes were captured */
export function completeBody({ method, responseBody }: Exchange, head: RecordedResponseHead, isSeen: boolean): void {
  if (!hasBody(method, head.status)) responseBody.discard();
  else if (!isSeen && responseBody.size === 0) responseBody.skip(Number(head.headers.get('content-length')) || 0);
}

// Returns whether Node.js sends a body that a handler writes (RFC 9110 §6.4.1).
function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}
