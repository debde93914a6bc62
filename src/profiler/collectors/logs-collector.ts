import type { LogRecord } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLog } from '../profile.ts';
import type { Redactor } from '../redaction/redaction.ts';
import { redactedText } from './redacted-text.ts';

/** Collects log records, with their times relative to the start of the request. */
export const logsCollector: Collector = {
  name: 'logs',
  collect({ context, redactor }): readonly RecordedLog[] {
    const { logs, began } = context.trace;
    return logs.map((record) => ({
      at: Math.max(0, record.time - ORIGIN - began),
      level: record.level,
      channel: record.channel,
      message: redactedText(record.message, redactor),
      context: contextText(record, redactor),
      route: record.route,
    }));
  },
};

// The getter of `performance.timeOrigin` is slow.
const ORIGIN = performance.timeOrigin;

function contextText({ context }: LogRecord, redactor: Redactor): string {
  if (context === undefined || isEmpty(context)) return '';
  return JSON.stringify(redactor.isClean(context) ? context : redactor.value(context));
}

function isEmpty(context: object): boolean {
  // Enumerating the members of a byte array would create a list of all its indexes.
  if (ArrayBuffer.isView(context)) return context.byteLength === 0;
  for (const _ in context) return false;
  return true;
}
