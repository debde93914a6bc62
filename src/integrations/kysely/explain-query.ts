import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Tells how SQLite would run a statement, for `defineHost({ profiler: { explain } })`. The statement is planned, never
 * run, on a connection that cannot write meanwhile.
 *
 * @returns a function that gives one row per step, and rejects when the statement cannot be planned
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, explainQuery } from 'oriel/kysely';
 * const file = new DatabaseSync(':memory:');
 * file.exec('create table boats (id integer primary key, name text)');
 * const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: file }) });
 * const [step] = await explainQuery(database)('select name from boats where id = ?', [7]);
 * step?.['detail']; // => 'SEARCH boats USING INTEGER PRIMARY KEY (rowid=?)'
 * await database.destroy();
 * ```
 */
export function explainQuery<Tables>(
  database: Kysely<Tables>,
): (sql: string, parameters: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]> {
  return async (sql, parameters) => {
    refuseOthers(sql);
    // In a transaction, so that no query of another request runs while nothing can be written.
    return database
      .transaction()
      .setAccessMode('read only')
      .execute(async (connection) => {
        const run = async (text: string, bound: readonly unknown[] = []): Promise<readonly Row[]> =>
          (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...bound]))).rows;
        const [before] = await run('pragma query_only');
        await run('pragma query_only = on');
        try {
          const steps = await run(`explain query plan ${sql}`, parameters);
          return steps.map(({ id, parent, detail }) => ({ id, parent, detail }));
        } finally {
          // Whoever had it on before still has.
          if (before?.['query_only'] !== 1) await run('pragma query_only = off');
        }
      });
  };
}

type Row = Readonly<Record<string, unknown>>;

// A pragma takes effect while it is planned already, so only what reads and writes rows may be asked about.
function refuseOthers(sql: string): void {
  const bare = sql.replace(QUOTED, (part) => (/^(?:--|\/\*)/.test(part) ? ' ' : 'x'));
  if (!/^\s*(?:select|with|values|insert|update|delete|replace)\b/i.test(bare))
    throw new TypeError('Only SELECT, INSERT, UPDATE, DELETE and WITH can be explained');
  if (/;\s*[^\s;]/.test(bare)) throw new TypeError('One statement at a time can be explained');
}

// Comments and everything in quotes, where a semicolon ends nothing. What is not closed ends with the statement: tried
// again at each opening character, it would take quadratic time.
const QUOTED = /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
