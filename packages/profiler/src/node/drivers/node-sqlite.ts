import type { StatementSync } from 'node:sqlite';
import { sqlite } from '../../optional-modules.ts';
import { replaceMethod } from './replace-method.ts';
import { getParameters, recordDatabase, recordStatements } from './synchronous-statements.ts';

/**
 * Records statements of `node:sqlite`. Its channel `sqlite.db.query` is not used: it has no errors and row counts, and
 * with a subscriber a process can crash when it exits (https://github.com/nodejs/node/issues/65858).
 */
export function watchNodeSqlite(): void {
  if (watched || sqlite === undefined) return;
  watched = true;
  const { DatabaseSync } = sqlite;
  recordDatabase(DatabaseSync.prototype);
  recordStatements(sqlite.StatementSync.prototype, (args, statement) => ({
    sql: (statement as StatementSync).sourceSQL,
    parameters: getParameters(args),
  }));
  if ('createTagStore' in DatabaseSync.prototype)
    replaceMethod(DatabaseSync.prototype, 'createTagStore', watchTagStore);
}

let watched = false;
const watchedStores = new WeakSet<object>();

// The class of tag stores is not exported.
function watchTagStore(create: (this: unknown, ...args: unknown[]) => unknown) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const store = create.apply(this, args) as object;
    const prototype = Object.getPrototypeOf(store) as object;
    if (!watchedStores.has(prototype)) {
      watchedStores.add(prototype);
      recordStatements(prototype, ([strings, ...parameters]) => ({
        sql: Array.isArray(strings) ? strings.join('?') : undefined,
        parameters,
      }));
    }
    return store;
  };
}
