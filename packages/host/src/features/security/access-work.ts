import { severity } from 'oriel-core/trace';
import type { Paint } from '../../trace/console-sink.ts';
import type { Trace } from 'oriel-core/trace';

/** Formats the work of a recorded request for the access log: `db 12/41ms ✖1 ⚠2`. */
export function accessWork({ spans, logs }: Pick<Trace, 'spans' | 'logs'>, status: number, paint: Paint): string {
  const queries = spans.filter(({ kind }) => kind === 'db');
  const time = queries.reduce((sum, { duration }) => sum + Math.max(0, duration), 0);
  // Like the list of profiles, does not count the log record of a client error, which the status shows.
  const counted = logs.filter(({ channel }) => channel !== 'request' || status < 400 || status >= 500);
  const errors = counted.filter(({ level }) => severity(level) >= severity('error')).length;
  const warnings = counted.filter(({ level }) => level === 'warning').length;
  return [
    queries.length > 0 && paint('dim', ` db ${queries.length}/${Math.round(time)}ms`),
    errors > 0 && paint('red', ` ✖${errors}`),
    warnings > 0 && paint('yellow', ` ⚠${warnings}`),
  ]
    .filter((part) => part !== false)
    .join('');
}
