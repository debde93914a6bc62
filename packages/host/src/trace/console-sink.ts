import { describeErrorChain } from './error-chain.ts';
import type { DescribedError } from './error-chain.ts';
import { clockTime, printable } from 'oriel-core/trace';
import type { LogSink, LogRecord } from 'oriel-core/trace';

/** Colours text for the terminal, or returns it unchanged. */
export type Paint = (style: 'red' | 'yellow' | 'green' | 'cyan' | 'dim' | 'bold', text: string) => string;

/**
 * Writes a readable line per record for a terminal, and below it the error of the record: the first frames of its stack,
 * its causes and the members of an `AggregateError`.
 */
export function consoleSink(write: (line: string) => void, paint: Paint): LogSink {
  return {
    write(record) {
      write(`${toConsoleLine(record, paint)}\n`);
    },
  };
}

function toConsoleLine({ time, level, channel, message, context }: LogRecord, paint: Paint): string {
  const clock = paint('dim', clockTime(time));
  const badge = paint(level === 'warning' || level === 'notice' ? 'yellow' : severe(level) ? 'red' : 'cyan', level);
  const line = `${clock} ${badge} ${paint('dim', channel)} ${printable(message, 2_000)}`;
  return [line, ...errorLines(message, context).map((text) => paint('dim', printable(text)))].join('\n');
}

function errorLines(message: string, { exception, also_thrown }: LogRecord['context']): string[] {
  const printed = new Set<string>();
  const error = describeErrorChain(exception);
  const lines = typeof error === 'string' ? [] : getLines(error, '', printed);
  const others = Array.isArray(also_thrown) ? also_thrown.slice(0, MAX_OTHERS) : [];
  return [
    ...(typeof error !== 'string' && message.includes(error.message) ? lines.slice(1) : lines),
    ...others.flatMap((other) => getLines(describeErrorChain(other), 'Also thrown: ', printed)),
  ];
}

// The members of an AggregateError are often created on the same line, so frames that are already printed are omitted.
function getLines(error: DescribedError | string, label: string, printed: Set<string>): string[] {
  if (typeof error === 'string') return [`  ${label}${error}`];
  const frames = getFrames(error).filter((frame) => !printed.has(frame));
  for (const frame of frames) printed.add(frame);
  const { cause, errors = [] } = error;
  return [
    `  ${label}${error.class}: ${error.message}`,
    ...frames,
    ...(cause === undefined ? [] : getLines(cause, 'Caused by: ', printed)),
    ...errors.flatMap((member) => getLines(member, 'Aggregated: ', printed)),
  ];
}

function getFrames({ stack = '' }: DescribedError): string[] {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at '));
  return lines.slice(0, FRAMES);
}

const FRAMES = 4;
const MAX_OTHERS = 5;

function severe(level: LogRecord['level']): boolean {
  return level === 'error' || level === 'critical' || level === 'alert' || level === 'emergency';
}
