import { currentScope, enterScope, runInTrace, storedScope, NullTrace } from 'oriel-core/trace';
import type { Trace, TraceScope } from 'oriel-core/trace';
import { keepScope, outsideScope } from '../drivers/keep-scope.ts';
import { copySignature, replaceMethod } from '../drivers/replace-method.ts';
import type { Method } from '../drivers/replace-method.ts';
import type { InsertedCall, LibraryWatch, Observers } from '../loading/library-watch.ts';

/** Queues, brokers and loaders that call functions of a request while another one is running. Each call gets its own scope. */
export const QUEUE_LIBRARIES: readonly LibraryWatch[] = [
  queueLibrary('fastq', [1], '1.20', {
    'queue.js': [
      { line: /^current\.errorHandler = errorHandler$/, call: 'remember(current)' },
      { line: /^next\.next = null$/, call: 'enter(next)' },
      { line: /^worker\.call\(context, next\.value, next\.worked\)$/, call: 'leave()' },
    ],
  }),
  queueLibrary('async', [3], '3.2', {
    'dist/async.js': asyncCalls(/^var cb = onlyOnce\(_createCB\(tasks\)\);$/),
    'internal/queue.js': asyncCalls(/^var cb = \(0, _onlyOnce2\.default\)\(_createCB\(tasks\)\);$/),
  }),
  boundLibrary('bottleneck', [2], '2.19', { 'lib/Bottleneck.js': 'module.exports' }, ['schedule', 'submit']),
  boundLibrary('p-queue', [7, 8, 9], '9.3', { 'dist/index.js': 'PQueue' }, ['add']),
  boundLibrary('mqtt', [5], '5.16', { 'build/lib/client.js': 'exports.default' }, [
    'publish',
    'subscribe',
    'unsubscribe',
    'end',
  ]),
  // They read messages in loops that begin when they connect.
  {
    name: 'nats',
    majors: [2],
    tested: '2.29',
    files: { 'lib/src/connect.js': 'exports' },
    watch: (exports: object) => replaceMethod(exports, 'connect', outsideScope),
  },
  {
    name: 'kafkajs',
    majors: [2],
    tested: '2.2',
    files: { 'src/consumer/index.js': 'module' },
    watch(module: { exports: Method }) {
      const create = module.exports;
      module.exports = function (...args) {
        const consumer = create.apply(this, args) as object;
        for (const name of ['connect', 'run']) replaceMethod(consumer, name, outsideScope);
        return consumer;
      };
    },
  },
  {
    name: 'dataloader',
    majors: [2],
    tested: '2.2',
    files: { 'index.js': 'module.exports' },
    watch: ({ prototype }: Class) => replaceMethod(prototype, 'load', loading),
  },
];

interface Class {
  readonly prototype: object;
}

function asyncCalls(callback: RegExp): readonly InsertedCall[] {
  return [
    { line: /^q\._tasks\.(?:push|unshift)\(item\);$/, call: 'remember(item)' },
    { line: callback, call: 'enter(tasks[0])' },
    { line: /^_worker\(data, cb\);$/, call: 'leave()' },
  ];
}

function queueLibrary(
  name: string,
  majors: readonly number[],
  tested: string,
  files: LibraryWatch['files'],
): LibraryWatch<unknown> {
  return { name, majors, tested, files, watch: observeTasks };
}

// The worker of a queue is called when another task ends, in the scope of the request that added that one.
function observeTasks(): Observers {
  const scopes = new WeakMap<object, StoredScope>();
  const before: StoredScope[] = [];
  return {
    remember: (task: object) => void scopes.set(task, { scope: storedScope() }),
    /** Makes the scope of a task current until `leave` is called in the same synchronous execution. */
    enter(task: object | undefined) {
      before.push({ scope: storedScope() });
      const stored = task && scopes.get(task);
      if (stored !== undefined) enterScope(stored.scope);
    },
    leave() {
      const stored = before.pop();
      if (stored !== undefined) enterScope(stored.scope);
    },
  };
}

interface StoredScope {
  readonly scope: TraceScope | undefined;
}

function boundLibrary(
  name: string,
  majors: readonly number[],
  tested: string,
  files: LibraryWatch['files'],
  methods: readonly string[],
): LibraryWatch<Class> {
  return {
    name,
    majors,
    tested,
    files,
    watch({ prototype }) {
      for (const method of methods) if (Object.hasOwn(prototype, method)) replaceMethod(prototype, method, bound);
    },
  };
}

/** Binds the first and the last function of the arguments: a task and a callback. */
function bound(method: Method): Method {
  return function (...args) {
    const first = args.findIndex((argument) => typeof argument === 'function');
    for (const index of new Set([first, typeof args.at(-1) === 'function' ? args.length - 1 : first]))
      if (index >= 0) args[index] = bind(args[index] as Method);
    return method.apply(this, args);
  };
}

function bind(task: Method): Method {
  const value = keepScope(task);
  copySignature(value, task);
  return value;
}

interface Loader {
  _batch: { readonly keys: object } | null;
  _batchLoadFn: Method;
}

const SHARED = Symbol('oriel.shared');
const traces = new WeakMap<object, Trace | typeof SHARED>();
const watchedLoaders = new WeakSet<object>();

/** A batch with keys of several requests is the work of none of them. */
function loading(load: Method): Method {
  return function (...args) {
    const loader = this as Loader;
    if (!watchedLoaders.has(loader)) watchBatches(loader);
    const promise = load.apply(this, args);
    const keys = loader._batch?.keys;
    if (keys === undefined) return promise;
    const { trace } = currentScope();
    const known = traces.get(keys);
    traces.set(keys, known === undefined || known === trace ? trace : SHARED);
    return promise;
  };
}

function watchBatches(loader: Loader): void {
  watchedLoaders.add(loader);
  const batch = loader._batchLoadFn;
  loader._batchLoadFn = function (this: unknown, ...args) {
    const isShared = traces.get(args[0] as object) === SHARED;
    return isShared ? runInTrace(NullTrace, () => batch.apply(this, args)) : batch.apply(this, args);
  };
  copySignature(loader._batchLoadFn, batch);
}
