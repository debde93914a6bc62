import { NullTrace, currentScope, runInTrace } from 'oriel-core/trace';
import { outsideScope } from '../../../packages/profiler/src/node/drivers/keep-scope.ts';
import { recordQuery } from '../../../packages/profiler/src/node/drivers/record-query.ts';
import { replaceMethod } from '../../../packages/profiler/src/node/drivers/replace-method.ts';
import type { LibraryWatch } from '../../../packages/profiler/src/node/loading/library-watch.ts';

/** Records `client.query(sql, parameters)` of the package `tiny-db`, which returns a promise of rows. */
export const tinyDbLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'tiny-db',
  majors: [2],
  tested: '2.1–2.4',
  // The class is in the scope of this file.
  files: { 'lib/client.js': 'Client' },
  watch({ prototype }) {
    replaceMethod(prototype, 'connect', outsideScope);
    replaceMethod(prototype, 'query', (query) => {
      return function (...args) {
        if (!currentScope().trace.recording) return query.apply(this, args);
        const [sql, parameters = []] = args as [string, unknown[]?];
        const record = recordQuery('tiny-db', sql, parameters);
        const promise = runInTrace(NullTrace, () => query.apply(this, args)) as Promise<unknown[]>;
        return promise.then(
          (rows) => {
            record.rows = rows.length;
            record.end();
            return rows;
          },
          (error: unknown) => {
            record.error = error;
            record.end();
            throw error;
          },
        );
      };
    });
  },
};
