import type { LibraryWatch } from '../loading/library-watch.ts';
import { replaceMethod } from './replace-method.ts';
import { getParameters, recordDatabase, recordStatements } from './synchronous-statements.ts';

/** Records statements of `better-sqlite3`. The class of statements is native, so it is watched with the first of them. */
export const betterSqliteLibrary: LibraryWatch<object> = {
  name: 'better-sqlite3',
  majors: [12, 13],
  tested: '12.11, 13.2',
  files: { 'lib/methods/wrappers.js': 'exports' },
  watch(methods) {
    recordDatabase(methods, (statement) => watchStatements(Object.getPrototypeOf(statement) as object));
  },
};

const watched = new WeakSet<object>();
const bound = new WeakMap<object, readonly unknown[]>();

function watchStatements(prototype: object): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  recordStatements(prototype, (args, statement) => ({
    sql: (statement as { source: string }).source,
    parameters: bound.get(statement as object) ?? getParameters(args),
  }));
  replaceMethod(prototype, 'bind', (bind) => {
    return function (...args) {
      const statement = bind.apply(this, args);
      bound.set(this as object, getParameters(args));
      return statement;
    };
  });
}
