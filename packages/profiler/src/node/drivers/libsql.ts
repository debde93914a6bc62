import type { LibraryWatch } from '../loading/library-watch.ts';
import { recordCalls } from './record-calls.ts';
import type { StatementCall } from './record-calls.ts';
import { replaceMethod } from './replace-method.ts';

/** Records statements and batches of `@libsql/client`, of files and of servers, and those of its transactions. */
export const libsqlLibrary: LibraryWatch<readonly { readonly prototype: object }[]> = {
  name: '@libsql/client',
  majors: [0],
  tested: '0.18',
  files: Object.fromEntries(
    ['lib-esm', 'lib-cjs'].flatMap((folder) => [
      [`${folder}/sqlite3.js`, '[Sqlite3Client, Sqlite3Transaction]'],
      [`${folder}/http.js`, '[HttpClient]'],
      [`${folder}/ws.js`, '[WsClient]'],
      [`${folder}/hrana.js`, '[HranaTransaction]'],
    ]),
  ),
  watch(classes) {
    for (const { prototype } of classes) {
      replaceMethod(prototype, 'execute', (execute) => recorded(execute, readStatement));
      for (const name of ['batch', 'migrate'])
        if (Object.hasOwn(prototype, name)) replaceMethod(prototype, name, (batch) => recorded(batch, readBatch));
      if (Object.hasOwn(prototype, 'executeMultiple'))
        replaceMethod(prototype, 'executeMultiple', (execute) => recorded(execute, readStatement));
    }
  },
};

const recorded = recordCalls({
  library: '@libsql/client',
  getRowCount: (_, result) => countRows(result),
  getDatabase: () => 'sqlite',
});

function readStatement([statement, given]: readonly unknown[]): StatementCall | undefined {
  const [sql, args] = Array.isArray(statement)
    ? (statement as [unknown, unknown])
    : typeof statement === 'string'
      ? [statement, given]
      : [(statement as Statement | null)?.sql, (statement as Statement | null)?.args];
  if (typeof sql !== 'string') return undefined;
  if (Array.isArray(args)) return { sql, parameters: args as unknown[] };
  return { sql, parameters: args === undefined || args === null ? [] : [args] };
}

// The statements of a batch are sent together.
function readBatch([statements]: readonly unknown[]): StatementCall | undefined {
  if (!Array.isArray(statements)) return undefined;
  const calls = statements.map((statement) => readStatement([statement])).filter((element) => element !== undefined);
  return { sql: calls.map(({ sql }) => sql).join('; '), parameters: calls.flatMap(({ parameters }) => parameters) };
}

interface Statement {
  readonly sql?: unknown;
  readonly args?: unknown;
}

interface ResultSet {
  readonly rows?: readonly unknown[];
  readonly rowsAffected?: number;
}

function countRows(result: unknown): number {
  if (Array.isArray(result)) return result.reduce<number>((sum, element) => sum + countRows(element), 0);
  const { rows, rowsAffected } = (result ?? {}) as ResultSet;
  return rows?.length || (rowsAffected ?? 0);
}
