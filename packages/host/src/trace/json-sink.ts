import { describeErrorChain } from './error-chain.ts';
import type { LogSink, LogRecord } from 'oriel-core/trace';

/** Writes each record as one JSON object on one line. */
export function jsonSink(write: (line: string) => void): LogSink {
  return { write: (record) => write(`${toJsonLine(record)}\n`) };
}

/**
 * Formats a record as one line of JSON: `time` in ISO 8601; errors with class, message, stack,
 * causes and the members of an `AggregateError`; long texts and lists truncated.
 * A value that cannot be written is replaced by a description; the other values are still written.
 */
export function toJsonLine(record: LogRecord): string {
  const { time, level, channel, message, requestId, traceId, spanId, context } = record;
  const head = {
    time: new Date(time).toISOString(),
    level,
    channel,
    message,
    request_id: requestId,
    trace_id: traceId,
    span_id: spanId,
  };
  try {
    // Repeated at the end, so that the context cannot overwrite them.
    return JSON.stringify({ ...head, ...context, ...head }, plain);
  } catch {
    return JSON.stringify({ ...head, ...rescue(context), ...head }, plain);
  }
}

const MAX_TEXT_LENGTH = 8_192;
const MAX_ENTRIES = 1_000;

function plain(this: unknown, _key: string, value: unknown): unknown {
  if (value instanceof Error) return describeErrorChain(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    return `${value.slice(0, MAX_TEXT_LENGTH)}… ${value.length - MAX_TEXT_LENGTH} more`;
  if (Array.isArray(value) && value.length > MAX_ENTRIES)
    return [...value.slice(0, MAX_ENTRIES), `… ${value.length - MAX_ENTRIES} more`];
  return value;
}

// Cycles, getters and proxies may throw, so each entry is written separately.
function rescue(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rescued: Record<string, unknown> = {};
  for (const key of Object.keys(context)) {
    try {
      const text = JSON.stringify(context[key], plain);
      if (text !== undefined) rescued[key] = JSON.parse(text);
    } catch {
      rescued[key] = 'This value cannot be written as JSON';
    }
  }
  return rescued;
}
