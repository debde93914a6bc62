import { currentScope } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { levelOfNumber, recordLog, runOutput } from './record-log.ts';
import { JSON } from 'oriel-core/builtins';

/** Records the lines of `pino` as it prints them: with its serializers and after its redaction. */
export const pinoLibrary: LibraryWatch<PinoParts> = {
  name: 'pino',
  majors: [8, 9, 10],
  tested: '8.0, 9.0, 10.4',
  files: { 'lib/proto.js': '{ create: module.exports, symbols: require("./symbols") }' },
  watch({ create, symbols }) {
    const prototype = Object.getPrototypeOf(create()) as Record<symbol, Method>;
    const { asJsonSym, writeSym, messageKeySym } = symbols;
    const { [asJsonSym]: asJson, [writeSym]: write } = prototype;
    // `write` creates one line and passes it to the stream.
    let trace: Trace | undefined;
    prototype[writeSym] = function (...args) {
      const current = currentScope().trace;
      if (!current.recording) return write!.apply(this, args);
      trace = current;
      return runOutput(() => write!.apply(this, args));
    };
    prototype[asJsonSym] = function (...args) {
      const line = asJson!.apply(this, args);
      const target = trace;
      trace = undefined;
      if (target) guarded('pino', () => recordLine(target, String(line), String(this[messageKeySym]), args));
      return line;
    };
  },
};

type Method = (this: Record<symbol, unknown>, ...args: unknown[]) => unknown;

interface PinoParts {
  readonly create: () => object;
  readonly symbols: Readonly<Record<'asJsonSym' | 'writeSym' | 'messageKeySym', symbol>>;
}

function recordLine(trace: Trace, line: string, messageKey: string, args: readonly unknown[]): void {
  const [object, text, number] = args;
  const { level: _, time: __, pid: ___, hostname: ____, name, ...rest } = parseLine(line);
  const { [messageKey]: message = text, ...fields } = rest;
  recordLog(trace, {
    level: levelOfNumber(Number(number)),
    channel: typeof name === 'string' ? name : 'pino',
    message,
    fields,
    values: [object],
  });
}

function parseLine(line: string): Record<string, unknown> {
  if (line.length > MAX_LINE_LENGTH) return { omitted: `${line.length} characters of fields` };
  const parsed: unknown = JSON.parse(line);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}

const MAX_LINE_LENGTH = 16_384;
