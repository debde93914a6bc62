import { describeErrorChain } from './error-chain.ts';
import type { LogSink, LogLevel, LogRecord } from 'oriel-core/trace';

/** The methods of a pino logger that {@link pinoSink} calls. */
export type PinoLogger = Readonly<Record<PinoLevel, (fields: object, message: string) => void>> & {
  /** Writes buffered records. */
  readonly flush?: (done?: (error?: Error) => void) => void;
};

type PinoLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * Writes the log and the access log of a host with pino. `log.level` of the host applies first, then the level of the logger.
 *
 * The levels `notice`, `warning`, `critical`, `alert` and `emergency` are `info`, `warn` and `fatal` of pino; where the level would
 * be lost, the field `severity` has it. The fields `channel`, `request_id`, `trace_id` and `span_id` are added. An exception is in the field `err`,
 * which pino serializes. Closing the host flushes the logger.
 *
 * @param logger a logger of pino 9 or 10
 * @returns the value of `log.sink`
 * @throws {TypeError} if the logger does not have the methods of pino
 *
 * @example
 * ```ts
 * import { defineHost, pinoSink, route } from 'oriel-host';
 * const lines: string[] = [];
 * const write = (fields: object, message: string) => void lines.push(message);
 * const logger = { debug: write, info: write, warn: write, error: write, fatal: write }; // pino()
 * const host = defineHost({ log: { level: 'info', sink: pinoSink(logger) } });
 * host.log('info', 'Rates loaded', { count: 3 });
 * lines; // => ['Rates loaded']
 * ```
 */
export function pinoSink(logger: PinoLogger): LogSink {
  for (const name of ['debug', 'info', 'warn', 'error', 'fatal'] as const)
    if (typeof logger?.[name] !== 'function')
      throw new TypeError(`The logger of pinoSink() has no method ${name}(); pass the result of pino()`);
  return {
    write(record) {
      const level = PINO_LEVELS[record.level];
      const fields = getFields(record);
      try {
        logger[level](fields, record.message);
      } catch {
        // A getter of an error or of a detail threw. The record is written without them.
        logger[level]({ ...getHead(record), err: describeErrorChain(record.context['exception']) }, record.message);
      }
    },
    flush: () => new Promise((resolve) => (logger.flush === undefined ? resolve() : logger.flush(() => resolve()))),
  };
}

function getFields(record: LogRecord): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record.context)) {
    if (name === 'exception') fields['err'] = value;
    else
      fields[OF_PINO.has(name) ? `details_${name}` : name] = value instanceof Error ? describeErrorChain(value) : value;
  }
  return Object.assign(fields, getHead(record));
}

function getHead({ level, channel, requestId, traceId, spanId }: LogRecord): Record<string, unknown> {
  const head: Record<string, unknown> = { channel };
  if (requestId !== undefined) head['request_id'] = requestId;
  if (traceId !== undefined) head['trace_id'] = traceId;
  if (spanId !== undefined) head['span_id'] = spanId;
  if (PINO_LEVELS[level] === 'fatal' || level === 'notice') head['severity'] = level;
  return head;
}

const PINO_LEVELS: Readonly<Record<LogLevel, PinoLevel>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
  alert: 'fatal',
  emergency: 'fatal',
};
// pino writes these itself, and an object with two members of one name is not valid for every reader.
const OF_PINO: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg']);
