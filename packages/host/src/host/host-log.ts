import { atMost } from 'oriel-core/http';
import { formatValue } from 'oriel-core/configuration';
import { currentRequest } from '../trace/current-request.ts';
import { LEVELS } from 'oriel-core/trace';
import type { Logger, LogSink, LogLevel } from 'oriel-core/trace';

/** Writes a record to the log of a host, as `log` of a handler does. */
export type WriteLog = (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;

/**
 * Creates `host.log`. Records belong to the request in which they are written, if there is one.
 *
 * @param logger returns the logger of the host
 * @returns a function that throws `TypeError` for an unknown level, which no type checker has rejected
 */
export function createHostLog(logger: () => Logger): WriteLog {
  return (level, message, details = {}) => {
    if (!LEVELS.includes(level))
      throw new TypeError(`The level of host.log() is ${formatValue(level)}; expected one of ${LEVELS.join(', ')}`);
    const request = currentRequest();
    const writer = logger();
    if (writer.wants(level, request?.trace)) writer.log(level, 'app', message, details, request);
  };
}

/** Waits until a sink has written all records, but not longer than two seconds: a destination must not keep a host running. */
export async function flushSink(sink: LogSink | undefined): Promise<void> {
  if (sink?.flush === undefined) return;
  try {
    await atMost(sink.flush(), MAX_FLUSH);
  } catch {
    // The destination is where errors would be reported.
  }
}

const MAX_FLUSH = 2_000;
