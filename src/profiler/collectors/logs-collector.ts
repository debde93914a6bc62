import type { LogRecord } from '../../core/trace/trace.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLog } from '../profile.ts';
import { writeAll, writeLog } from '../store/packing/part-writers.ts';
import type { Redactor } from '../redaction/redaction.ts';
import { said, tellerOf } from './said.ts';

/** What was said, in one stream with the rest: times count from the moment the request was heard. */
export const logsCollector: Collector = {
  name: 'logs',
  collect({ context, redactor }): readonly RecordedLog[] {
    const { logs, began } = context.trace;
    return logs.map((record) => ({
      at: timeOf(record, began),
      level: record.level,
      channel: record.channel,
      message: said(record.message, redactor),
      context: contextOf(record, redactor),
      route: record.route,
    }));
  },
  write({ context, redactor }, to) {
    const { logs, began } = context.trace;
    const tell = tellerOf(redactor);
    writeAll(to, logs, (_to, record) => writeLog(to, record, timeOf(record, began), contextOf(record, redactor), tell));
  },
};

// Asking for it takes longer than all the rest of a record.
const ORIGIN = performance.timeOrigin;

function timeOf({ time }: LogRecord, began: number): number {
  return Math.max(0, time - ORIGIN - began);
}

function contextOf({ context }: LogRecord, redactor: Redactor): string {
  if (context === undefined || isEmpty(context)) return '';
  return JSON.stringify(redactor.isClean(context) ? context : redactor.value(context));
}

function isEmpty(details: object): boolean {
  // To go through bytes begins with a list of all their keys.
  if (ArrayBuffer.isView(details)) return details.byteLength === 0;
  for (const _ in details) return false;
  return true;
}
