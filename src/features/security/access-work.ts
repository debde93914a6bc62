import { severity } from '../../core/trace/logger.ts';
import type { Paint } from '../../core/trace/console-sink.ts';
import type { Trace } from '../../core/trace/trace.ts';

/** What an access line tells of a recorded request beside its answer: `db 12/41ms ✖1 ⚠2`. */
export function accessWork({ spans, logs }: Pick<Trace, 'spans' | 'logs'>, status: number, paint: Paint): string {
  const queries = spans.filter(({ kind }) => kind === 'db');
  const time = queries.reduce((sum, { duration }) => sum + Math.max(0, duration), 0);
  // As the list of profiles counts: that a request was wrong is told by its status.
  const told = logs.filter(({ channel }) => channel !== 'request' || status < 400 || status >= 500);
  const errors = told.filter(({ level }) => severity(level) >= severity('error')).length;
  const warnings = told.filter(({ level }) => level === 'warning' || level === 'notice').length;
  return [
    queries.length > 0 && paint('dim', ` db ${queries.length}/${Math.round(time)}ms`),
    errors > 0 && paint('red', ` ✖${errors}`),
    warnings > 0 && paint('yellow', ` ⚠${warnings}`),
  ]
    .filter((part) => part !== false)
    .join('');
}
