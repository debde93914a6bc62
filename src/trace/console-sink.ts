import type { LogSink } from './logger.ts';
import type { LogRecord } from './trace.ts';

/** Colours a piece of text for the terminal, or leaves it alone. */
export type Paint = (style: 'red' | 'yellow' | 'green' | 'cyan' | 'dim' | 'bold', text: string) => string;

/**
 * One readable line per record, for the person at the terminal. Failed requests are told by the access line, so of
 * those only a critical one speaks here, with the first frames of its stack.
 */
export function consoleSink(write: (line: string) => void, paint: Paint): LogSink {
  return {
    write(record) {
      if (record.channel === 'request' && record.level === 'error') return;
      write(`${toConsoleLine(record, paint)}\n`);
    },
  };
}

// oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text from outside must not move the cursor, ring or forge a line: control characters are shown, not sent. */
export function printable(text: string, longest = 500): string {
  const safe = text.replace(UNPRINTABLE, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

function toConsoleLine({ time, level, channel, message, context }: LogRecord, paint: Paint): string {
  const clock = paint('dim', clockTime(time));
  const badge = paint(level === 'warning' || level === 'notice' ? 'yellow' : severe(level) ? 'red' : 'cyan', level);
  const line = `${clock} ${badge} ${paint('dim', channel)} ${printable(message, 2_000)}`;
  return [line, ...framesOf(context).map((frame) => paint('dim', printable(frame)))].join('\n');
}

function framesOf(context: LogRecord['context']): string[] {
  try {
    const { exception } = context;
    if (!(exception instanceof Error) || typeof exception.stack !== 'string') return [];
    const lines = exception.stack.split('\n').filter((line) => line.startsWith('    at '));
    return lines.slice(0, FRAMES);
  } catch {
    return []; // What was thrown may throw in turn; its record is told all the same.
  }
}

/** HH:MM:SS of the local clock. */
export function clockTime(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

const FRAMES = 4;

function severe(level: LogRecord['level']): boolean {
  return level === 'error' || level === 'critical' || level === 'alert' || level === 'emergency';
}
