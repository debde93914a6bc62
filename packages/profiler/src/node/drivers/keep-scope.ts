import { types } from 'node:util';
import { currentScope, runInTrace, NullTrace } from 'oriel-core/trace';
import { withoutOwnFrames } from '../own-frames.ts';
import type { Method } from './replace-method.ts';

/**
 * Returns a callback that runs in the trace scope in which it was created. Drivers call callbacks from events of their
 * sockets, where the scope of another request may be current. Other asynchronous storages keep what the driver gives them.
 */
export function keepScope<Args extends unknown[], Result>(
  callback: (this: unknown, ...args: Args) => Result,
): (this: unknown, ...args: Args) => Result {
  const { trace, span } = currentScope();
  return function (...args) {
    return runInTrace(trace, () => callback.apply(this, args), span);
  };
}

/**
 * Returns a method that opens a connection outside of every trace scope, with callbacks that keep theirs. A socket keeps
 * the scope in which it is opened for all of its events, but a connection of a pool serves many requests.
 */
export function outsideScope(method: Method): Method {
  return function (...args) {
    const wrappedArgs = args.map((argument) =>
      typeof argument === 'function' ? keepScope(argument as Method) : argument,
    );
    const result = runInTrace(NullTrace, () => method.apply(this, wrappedArgs));
    return types.isPromise(result) ? result.catch(rethrowWithoutOwnFrames) : result;
  };
}

function rethrowWithoutOwnFrames(error: unknown): never {
  throw withoutOwnFrames(error);
}
