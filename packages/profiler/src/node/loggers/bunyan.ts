import { currentScope } from 'oriel-core/trace';
import { replaceMethod } from '../drivers/replace-method.ts';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { levelOfNumber, recordLog, runOutput } from './record-log.ts';

/** Records what `bunyan` writes to its streams. */
export const bunyanLibrary: LibraryWatch<{ readonly prototype: object }> = {
  name: 'bunyan',
  majors: [1, 2],
  tested: '1.8, 2.0',
  files: { 'lib/bunyan.js': 'module.exports' },
  watch({ prototype }) {
    replaceMethod(prototype, '_emit', (emit) => {
      return function (record, isProbe) {
        const { trace } = currentScope();
        if (!trace.recording || isProbe === true) return emit.call(this, record, isProbe);
        guarded('bunyan', () => {
          const { name, level, msg, ...others } = record as Readonly<Record<string, unknown>>;
          const { hostname: _, pid: __, time: ___, v: ____, ...fields } = others;
          recordLog(trace, { level: levelOfNumber(Number(level)), channel: String(name), message: msg, fields });
        });
        return runOutput(() => emit.call(this, record, isProbe));
      };
    });
  },
};
