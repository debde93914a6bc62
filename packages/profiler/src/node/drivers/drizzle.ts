import { currentScope, runWithCaller, findCaller } from 'oriel-core/trace';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

/**
 * Finds the line of the application for queries of `drizzle-orm`, which its driver records. A query runs when it is
 * awaited, where the stack is empty, so its caller is found by the methods that create queries.
 */
export const drizzleLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'drizzle-orm',
  majors: [0],
  tested: '0.45',
  files: Object.fromEntries(
    ['js', 'cjs'].flatMap((extension) => [
      [`query-promise.${extension}`, 'QueryPromise'],
      ...dialectFiles('pg', 'Pg', 'PgDatabase', extension),
      ...dialectFiles('mysql', 'MySql', 'MySqlDatabase', extension),
      ...dialectFiles('sqlite', 'SQLite', 'BaseSQLiteDatabase', extension),
    ]),
  ),
  watch({ prototype }) {
    if (Object.hasOwn(prototype, 'then')) return replaceMethod(prototype, 'then', withCaller);
    const isDatabase = Object.hasOwn(prototype, 'transaction');
    const names = isDatabase ? ['delete', 'execute'] : ['from', 'values', 'set', 'select', 'findMany', 'findFirst'];
    for (const name of names) if (Object.hasOwn(prototype, name)) replaceMethod(prototype, name, rememberCaller);
  },
};

function dialectFiles(dialect: string, prefix: string, database: string, extension: string): [string, string][] {
  return [
    [`${dialect}-core/db.${extension}`, database],
    [`${dialect}-core/query-builders/select.${extension}`, `${prefix}SelectBuilder`],
    [`${dialect}-core/query-builders/insert.${extension}`, `${prefix}InsertBuilder`],
    [`${dialect}-core/query-builders/update.${extension}`, `${prefix}UpdateBuilder`],
    [`${dialect}-core/query-builders/query.${extension}`, 'RelationalQueryBuilder'],
  ];
}

const callers = new WeakMap<object, string | undefined>();

function rememberCaller(create: Method): Method {
  return function (...args) {
    const query = create.apply(this, args);
    if (typeof query === 'object' && query !== null && currentScope().trace.recording) callers.set(query, findCaller());
    return query;
  };
}

interface Query {
  execute(): Promise<unknown>;
}

// The original does the same. The callbacks of the application are not part of the query.
function withCaller(then: Method): Method {
  return function (...args) {
    const query = this as Query;
    const caller = callers.get(query);
    if (caller === undefined) return then.apply(this, args);
    return runWithCaller(caller, () => query.execute()).then(...(args as []));
  };
}
