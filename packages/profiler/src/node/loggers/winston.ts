import { currentScope } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { levelOfName, recordLog, runOutput } from './record-log.ts';

/** Records what `winston` passes to its transports, after the format of the logger. */
export const winstonLibrary: LibraryWatch<{ readonly prototype: Logger }> = {
  name: 'winston',
  majors: [3],
  tested: '3.3–3.19',
  files: { 'lib/winston/logger.js': 'module.exports' },
  watch({ prototype }) {
    const { write, _transform: transform, push } = prototype;
    // A record waits if a transport is slow, and is then processed in the scope of another request.
    const traces = new WeakMap<object, Trace>();
    let current: Trace | undefined;
    prototype.write = function (info, ...rest) {
      const { trace } = currentScope();
      if (trace.recording && isRecord(info)) traces.set(info, trace);
      return write.call(this, info, ...rest);
    };
    prototype._transform = function (info, ...rest) {
      current = isRecord(info) ? traces.get(info) : undefined;
      if (current === undefined) return transform.call(this, info, ...rest);
      return runOutput(() => transform.call(this, info, ...rest));
    };
    prototype.push = function (info, ...rest) {
      const trace = current;
      current = undefined;
      if (trace) guarded('winston', () => recordInfo(trace, this, info));
      return push.call(this, info, ...rest);
    };
  },
};

type Method = (this: Logger, info: unknown, ...rest: unknown[]) => unknown;

interface Logger {
  write: Method;
  _transform: Method;
  push: Method;
  isLevelEnabled?(level: unknown): boolean;
}

const LEVEL = Symbol.for('level');
const SPLAT = Symbol.for('splat');

function recordInfo(trace: Trace, logger: Logger, info: unknown): void {
  // A format returns false for a record that is not printed.
  if (!isRecord(info)) return;
  const name = info[LEVEL] ?? info['level'];
  if (logger.isLevelEnabled?.(name) === false) return;
  const { level: _, message, ...fields } = info;
  const { label, service } = fields;
  const channel = [label, service].find((value): value is string => typeof value === 'string');
  recordLog(trace, {
    level: levelOfName(name),
    channel: channel ?? 'winston',
    message,
    fields,
    values: [info, info[SPLAT]].flat(),
  });
}

function isRecord(value: unknown): value is Record<string | symbol, unknown> {
  return typeof value === 'object' && value !== null;
}
