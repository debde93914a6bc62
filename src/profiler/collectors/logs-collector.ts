import type { LogRecord } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLog } from '../profile.ts';
import { writeAll, writeLog } from '../packing/part-writers.ts';
import type { Redactor } from '../redaction.ts';
import { said, tellerOf } from './said.ts';

/** What was said, in one stream with the rest: times count from the moment the request was heard. */
export const logsCollector: Collector = {
  name: 'logs',
  collect({ context, redactor }): readonly RecordedLog[] {
    const { logs, began } = context.trace;
    return logs.map((record) => ({ ...shown(record, began, redactor), message: said(record.message, redactor) }));
  },
  write({ context, redactor }, to) {
    const { logs, began } = context.trace;
    const tell = tellerOf(redactor);
    writeAll(to, logs, (_to, record) => writeLog(to, shown(record, began, redactor), tell));
  },
};

// Asking for it takes longer than all the rest of a record.
const ORIGIN = performance.timeOrigin;

// All but the message, which is as it was said.
function shown(record: LogRecord, began: number, redactor: Redactor): RecordedLog {
  const { time, level, channel, message, context, route } = record;
  return {
    at: Math.max(0, time - ORIGIN - began),
    level,
    channel,
    message,
    context: context === undefined || isEmpty(context) ? '' : JSON.stringify(redactor.value(context)),
    route,
  };
}

function isEmpty(details: object): boolean {
  for (const _ in details) return false;
  return true;
}
