import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogOrigin } from 'oriel-core/trace';

/** Returns the origin of log records that are written now: the running request; undefined outside of one. */
export function currentRequest(): LogOrigin | undefined {
  return requests.getStore();
}

/** Calls `work` with a request. The request is current in `work` and in the asynchronous work that it starts. */
export function runAsRequest<R extends LogOrigin, T>(request: R, work: (request: R) => T): T {
  // The request is an argument, so that callers on the hot path create no closure.
  return requests.run(getOrigin(request), work, request);
}

/**
 * Makes a request current until the end of the current callback of Node.js, such as that of the HTTP parser, and in the
 * asynchronous work that starts in it. Costs half of {@link runAsRequest}, which has to restore the state before it.
 */
export function enterRequest(request: LogOrigin): void {
  requests.enterWith(getOrigin(request));
}

// Sockets and timers that the work creates keep the stored value, so this is not the request itself, whose body and response
// would stay in memory. A WeakRef of the request would make an entire small response 7 % more expensive.
function getOrigin({ id, trace, traceparent }: LogOrigin): LogOrigin {
  return { id, trace, traceparent };
}

const requests = new AsyncLocalStorage<LogOrigin>();
