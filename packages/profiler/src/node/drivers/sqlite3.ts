import type { LibraryWatch } from '../loading/library-watch.ts';
import { readCallArguments, recordCalls } from './record-calls.ts';
import type { StatementCall } from './record-calls.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

/** Records statements of `sqlite3`: of databases and prepared statements. */
export const sqlite3Library: LibraryWatch<Sqlite3> = {
  name: 'sqlite3',
  majors: [5, 6],
  tested: '6.0',
  files: { 'lib/sqlite3.js': 'sqlite3' },
  watch({ Database, Statement }) {
    for (const name of [...METHODS, 'exec'])
      replaceMethod(Database.prototype, name, (method) => recorded(method, readSql));
    for (const name of METHODS) replaceMethod(Statement.prototype, name, (method) => recorded(method, readPrepared));
  },
};

interface Sqlite3 {
  readonly Database: { readonly prototype: object };
  readonly Statement: { readonly prototype: object };
}

const METHODS = ['run', 'get', 'all', 'each', 'map'];

function readSql([sql, ...args]: readonly unknown[]): StatementCall | undefined {
  return typeof sql === 'string' ? { sql, parameters: readCallArguments(args) } : undefined;
}

function readPrepared(args: readonly unknown[], statement: unknown): StatementCall | undefined {
  const { sql } = statement as { sql?: unknown };
  return typeof sql === 'string' ? { sql, parameters: readCallArguments(args) } : undefined;
}

function recorded(method: Method, statementOf: (args: readonly unknown[], self: unknown) => StatementCall | undefined) {
  const getRowCount = (self: unknown, result: unknown): number => countRows(method.name, self, result);
  return recordCalls({ library: 'sqlite3', getRowCount, getDatabase: () => 'sqlite' })(method, statementOf);
}

function countRows(name: string, self: unknown, result: unknown): number {
  if (Array.isArray(result)) return result.length;
  if (typeof result === 'number') return result;
  if (result !== undefined) return 1;
  const { changes } = (self ?? {}) as { changes?: unknown };
  return name === 'run' && typeof changes === 'number' ? changes : 0;
}
