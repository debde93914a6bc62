import { EventEmitter } from 'node:events';

type Listener = (...args: never[]) => void;

interface Emitter {
  on(event: string, listener: Listener): unknown;
  prependListener(event: string, listener: Listener): unknown;
  getMaxListeners(): number;
  setMaxListeners(count: number): unknown;
}

/**
 * Adds a listener to an emitter of the application, which may still have as many listeners of its own as before: otherwise, Node.js would
 * print a `MaxListenersExceededWarning` for one of the application.
 *
 * @param method `prependListener` calls the listener before those of the application
 */
export function addUncountedListener(
  emitter: Emitter,
  event: string,
  listener: Listener,
  method: 'on' | 'prependListener' = 'on',
): void {
  raiseListenerLimit(emitter);
  emitter[method](event, listener);
}

/** Lets an emitter have one more listener of each event without a warning. */
export function raiseListenerLimit(emitter: Emitter): void {
  if ((emitter as object) === process) return raiseProcessLimit();
  const limit = emitter.getMaxListeners();
  // Zero means that there may be any number.
  if (limit > 0 && limit < Infinity) emitter.setMaxListeners(limit + 1);
}

let processListeners = 0;

// The application may change the default later, as many do, and that of the process. Both still apply.
function raiseProcessLimit(): void {
  if (processListeners++ > 0) return;
  const limits = process as { _maxListeners?: number | undefined };
  let maxListeners = limits._maxListeners;
  Object.defineProperty(process, '_maxListeners', {
    configurable: true,
    enumerable: true,
    get: () => {
      const limit = maxListeners ?? EventEmitter.defaultMaxListeners;
      return limit > 0 ? limit + processListeners : limit;
    },
    set: (limit: number | undefined) => {
      maxListeners = limit;
    },
  });
}
