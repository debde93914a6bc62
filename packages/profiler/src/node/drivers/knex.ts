import { currentScope, runWithCaller, findCaller } from 'oriel-core/trace';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { onFirstSet, replaceMethod } from './replace-method.ts';

/**
 * Finds the line of the application for queries of `knex`, which its driver records. A builder runs when it is awaited,
 * where the stack is empty, so its caller is found when it is created.
 */
export const knexLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'knex',
  majors: [3],
  tested: '3.3',
  files: {
    'lib/client.js': 'module.exports',
    'lib/execution/runner.js': 'module.exports',
    'lib/query/querybuilder.js': 'module.exports',
    'lib/raw.js': 'module.exports',
    'lib/schema/builder.js': 'module.exports',
  },
  watch({ prototype }) {
    // Statements that prepare a new connection are not those of the request.
    if (Object.hasOwn(prototype, 'acquireConnection'))
      replaceMethod(prototype, 'acquireConnection', (acquire) => measuringWait('knex', acquire));
    else if (Object.hasOwn(prototype, 'run')) replaceMethod(prototype, 'run', withCallerOfBuilder);
    else onFirstSet(prototype, 'client', rememberCaller);
  },
};

const callers = new WeakMap<object, string | undefined>();

function rememberCaller(builder: object): void {
  if (currentScope().trace.recording) callers.set(builder, findCaller());
}

function withCallerOfBuilder(run: (this: unknown, ...args: unknown[]) => unknown) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const caller = callers.get((this as { builder: object }).builder);
    return caller === undefined ? run.apply(this, args) : runWithCaller(caller, () => run.apply(this, args));
  };
}
