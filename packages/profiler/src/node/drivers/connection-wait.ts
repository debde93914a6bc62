import { types } from 'node:util';
import { performance } from 'oriel-core/builtins';
import { tryRead } from 'oriel-core/errors';
import { currentScope, enterOrigin, runInTrace, findNearCaller, NullTrace } from 'oriel-core/trace';
import { OPEN_CONNECTION, POOL_WAIT } from '../../record/findings/pool-wait.ts';
import { guarded } from '../loading/guarded.ts';
import { outsideScope } from './keep-scope.ts';
import type { RecordedQuery } from './record-query.ts';
import type { Method } from './replace-method.ts';

/** The query that the pool is about to run on a connection. */
let waiting: RecordedQuery | undefined;

/**
 * Notes the query whose method is about to be called, and undefined after the call. If the method takes a connection of a pool, the
 * wait is recorded apart from the query. This function does not run the method, because stacks of errors have a limited number of frames.
 */
export function expectConnection(query: RecordedQuery | undefined): void {
  waiting = query;
}

/**
 * Starts to measure how long it takes to get a connection: waiting for one that is in use, or opening one.
 *
 * @param library the name of the driver or the pool
 * @param isPoolExhausted whether all connections of the pool are in use
 * @returns a function that ends it; undefined outside of a recorded request
 */
export function beginWait(library: string, isPoolExhausted: () => boolean): (() => void) | undefined {
  const query = waiting;
  waiting = undefined;
  const { trace, span } = currentScope();
  if (query === undefined) {
    if (!trace.recording) return undefined;
    // A library that runs its query in `.then()` leaves no frame of the application there.
    const origin = findNearCaller();
    if (origin !== undefined) enterOrigin(origin);
  }
  const began = performance.now();
  const name = tryRead(isPoolExhausted, false) ? POOL_WAIT : OPEN_CONNECTION;
  return () => {
    const now = performance.now();
    // Most connections are available at once.
    if (now - began < 1) return;
    guarded(library, () => {
      if (query !== undefined) query.delay(name, began, now);
      else trace.add('user', name, span, began, now);
    });
  };
}

/**
 * Returns a method that takes a connection of a pool, and measures how long that takes. By default it runs outside of every trace
 * scope, as {@link outsideScope} does.
 */
export function measuringWait(library: string, method: Method, take = outsideScope(method)): Method {
  return function (...args) {
    const end = beginWait(library, () => isExhausted(this as Pool));
    if (end === undefined) return take.apply(this, args);
    const index = args.findLastIndex((argument) => typeof argument === 'function');
    if (index < 0) {
      const result = take.apply(this, args);
      if (types.isPromise(result)) void result.then(end, end);
      return result;
    }
    const { trace, span } = currentScope();
    const callback = args[index] as Method;
    // As few frames as `keepScope` has, because stacks of errors have a limited number.
    args[index] = function (this: unknown, ...results: unknown[]): unknown {
      end();
      return runInTrace(trace, () => callback.apply(this, results), span);
    };
    // A query of a pool runs outside of every scope already.
    return trace.recording ? runInTrace(NullTrace, () => method.apply(this, args)) : method.apply(this, args);
  };
}

/** Members of the pools of pg, mysql and mysql2, generic-pool, sequelize-pool and mongodb, and of knex, whose pool is tarn. */
interface Pool {
  readonly _isFull?: () => boolean;
  readonly _idle?: readonly unknown[];
  readonly _pendingQueue?: readonly unknown[];
  readonly _freeConnections?: { readonly length: number };
  readonly _allConnections?: { readonly length: number };
  readonly config?: { readonly connectionLimit?: number };
  readonly pool?: { readonly max: number; numFree(): number; numUsed(): number };
  readonly available?: number;
  readonly spareResourceCapacity?: number;
  readonly size?: number;
  readonly maxSize?: number;
  readonly availableConnectionCount?: number;
  readonly waitQueueSize?: number;
  readonly totalConnectionCount?: number;
  readonly options?: { readonly maxPoolSize?: number };
}

function isExhausted(owner: Pool): boolean {
  // The pool of pg gives its idle connections to those that wait in the next tick.
  if (owner._isFull) return owner._isFull() && (owner._pendingQueue?.length ?? 0) >= (owner._idle?.length ?? 0);
  if (owner._allConnections)
    return (
      owner._freeConnections?.length === 0 &&
      owner._allConnections.length >= (owner.config?.connectionLimit ?? Infinity)
    );
  if (owner.spareResourceCapacity !== undefined) return owner.available === 0 && owner.spareResourceCapacity < 1;
  if (owner.maxSize !== undefined) return owner.available === 0 && owner.size! >= owner.maxSize;
  // The pool of mongodb does so in a microtask.
  if (owner.totalConnectionCount !== undefined)
    return (
      owner.totalConnectionCount >= (owner.options?.maxPoolSize || Infinity) &&
      owner.waitQueueSize! >= owner.availableConnectionCount!
    );
  return owner.pool !== undefined && owner.pool.numFree() === 0 && owner.pool.numUsed() >= owner.pool.max;
}
