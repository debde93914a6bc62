import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Explains how SQLite would run a statement, for `defineHost({ profiler: { explain } })`. The statement is planned but
 * not run, and the connection is read-only meanwhile.
 *
 * @returns a function that returns one row per step, and rejects if the statement cannot be planned
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, explainQuery } from 'oriel-host/kysely';
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
    assertExplainable(sql);
    // In a transaction, so that queries of other requests do not run while the connection is read-only.
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
          // A connection that was already read-only stays read-only.
          if (before?.['query_only'] !== 1) await run('pragma query_only = off');
        }
      });
  };
}

type Row = Readonly<Record<string, unknown>>;

// Pragmas take effect during planning, so only statements that read or write rows can be explained.
function assertExplainable(sql: string): void {
  const bare = sql.replace(QUOTED, (part) => (/^(?:--|\/\*)/.test(part) ? ' ' : 'x'));
  if (!/^\s*(?:select|with|values|insert|update|delete|replace)\b/i.test(bare))
    throw new TypeError('Only SELECT, INSERT, UPDATE, DELETE and WITH can be explained');
  if (/;\s*[^\s;]/.test(bare)) throw new TypeError('Only a single statement can be explained');
}

// Comments and quoted text, in which a semicolon does not end a statement. An unterminated quote extends to the end of
// the statement, so that matching takes linear time.
const QUOTED = /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
