import { currentScope, runInTrace, runWithCaller, callerIn, findCaller } from 'oriel-core/trace';
import type { TraceScope } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { settle } from '../own-frames.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

const NAME = '@prisma/client';

/**
 * Records the operations of Prisma Client, such as `User.findMany`, as spans, and finds their line of the application. The
 * driver of the adapter records their statements.
 */
export const prismaLibrary: LibraryWatch<{ exports: Runtime }> = {
  name: NAME,
  majors: [7],
  tested: '7.0–7.10',
  files: { 'runtime/client.js': 'module' },
  watch(module) {
    const runtime = module.exports;
    const { getPrismaClient } = runtime;
    // The members of the exports are getters, so a copy replaces them.
    const changed = {
      getPrismaClient(this: unknown, ...args: unknown[]): unknown {
        const client = getPrismaClient.apply(this, args) as { prototype: object };
        replaceMethod(client.prototype, '_request', recorded);
        return client;
      },
    };
    const { getPrismaClient: getter } = Object.getOwnPropertyDescriptors(changed);
    module.exports = Object.create(Object.getPrototypeOf(runtime) as object, {
      ...Object.getOwnPropertyDescriptors(runtime),
      getPrismaClient: getter,
    }) as Runtime;
  },
};

interface Runtime {
  readonly getPrismaClient: Method;
}

interface Request {
  readonly model?: unknown;
  readonly action?: unknown;
  /** Where the operation was created. Prisma states it in messages of errors. */
  readonly callsite?: { readonly _error?: { readonly stack?: unknown } };
  readonly transaction?: { readonly kind?: unknown };
}

interface Client {
  readonly _requestHandler: { readonly dataloader: { readonly options: Loader } };
}

function recorded(request: Method): Method {
  return function (...args) {
    const scope = currentScope();
    if (!scope.trace.recording) return request.apply(this, args);
    guarded(NAME, () => keepScopes((this as Client)._requestHandler.dataloader.options));
    const { model, action, callsite, transaction } = args[0] as Request;
    // The statements of `$transaction([…])` run together, so their line is that of the call.
    const isBatch = transaction?.kind === 'batch';
    const created = isBatch ? undefined : guarded(NAME, () => callerIn(String(callsite?._error?.stack)));
    const caller = created ?? findCaller() ?? scope.caller;
    const run = (): unknown => runWithCaller(caller, () => request.apply(this, args));
    // A raw query is one statement, which the driver records.
    if (model === undefined) return run();
    const { trace, span } = scope;
    const details = caller === undefined ? {} : { caller };
    const id = guarded(NAME, () => trace.begin('user', `${String(model)}.${String(action)}`, span, details)) ?? 0;
    const promise = runInTrace(trace, run, isBatch ? span : id || span) as Promise<unknown>;
    return settle(promise, (error) =>
      guarded(NAME, () => trace.end(id, undefined, error === undefined ? undefined : describe(error))),
    );
  };
}

// Messages of Prisma contain the arguments of the operation.
function describe(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return [name, code].filter((value) => typeof value === 'string').join(' ') || 'The operation failed';
}

/** Runs the requests of one turn of the event loop, those of transactions together and equal ones as one. */
interface Loader {
  batchBy: (this: void, request: object) => string | undefined;
  singleLoader: (this: void, request: object) => Promise<unknown>;
  batchLoader: (this: void, requests: readonly object[]) => Promise<unknown>;
}

const scopes = new WeakMap<object, TraceScope>();
const loaders = new WeakSet<Loader>();

// The loader starts all requests in the scope of the first one.
function keepScopes(loader: Loader): void {
  if (loaders.has(loader)) return;
  loaders.add(loader);
  const { batchBy, singleLoader, batchLoader } = loader;
  loader.batchBy = (request) => {
    scopes.set(request, currentScope());
    return batchBy(request);
  };
  loader.singleLoader = (request) => runInScope(request, () => singleLoader(request));
  loader.batchLoader = (requests) => runInScope(requests[0], () => batchLoader(requests));
}

function runInScope<T>(request: object | undefined, work: () => T): T {
  const scope = request && scopes.get(request);
  return scope === undefined ? work() : runInTrace(scope.trace, () => runWithCaller(scope.caller, work), scope.span);
}
