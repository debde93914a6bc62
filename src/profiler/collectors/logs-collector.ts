import type { LogRecord } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLog } from '../profile.ts';
import { said } from './said.ts';

/** What was said, in one stream with the rest: times count from the moment the request was heard. */
export const logsCollector: Collector = {
  name: 'logs',
  collect({ context, redactor }): readonly RecordedLog[] {
    const { logs, began } = context.trace;
    const epoch = performance.timeOrigin + began;
    return logs.map(({ time, level, channel, message, context: details, route }: LogRecord) => ({
      at: Math.max(0, time - epoch),
      level,
      channel,
      message: said(message, redactor),
      context: details === undefined || isEmpty(details) ? '' : JSON.stringify(redactor.value(details)),
      route,
    }));
  },
};

function isEmpty(details: object): boolean {
  for (const _ in details) return false;
  return true;
}
