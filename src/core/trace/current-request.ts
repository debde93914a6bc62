import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogOrigin } from './logger.ts';

/** Returns the running request; undefined outside of one. */
export function currentRequest(): LogOrigin | undefined {
  return requests.getStore()?.deref();
}

/** Calls `work` with a request. The request is current in `work` and in the asynchronous work that it starts. */
export function runAsRequest<R extends LogOrigin, T>(request: R, work: (request: R) => T): T {
  // The request is an argument, so that callers on the hot path create no closure. Sockets and timers that it creates keep
  // their storage, and must not keep the request after its end.
  return requests.run(new WeakRef(request), work, request);
}

const requests = new AsyncLocalStorage<WeakRef<LogOrigin>>();
