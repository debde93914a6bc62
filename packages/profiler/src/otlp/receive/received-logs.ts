import type { LogLevel } from 'oriel-core/trace';
import type { RecordedLog } from '../../profile/profile.ts';
import type { Redactor } from '../../record/redaction/redactor.ts';
import { maskAttributes } from './mask-attribute.ts';
import type { Attributes, ReceivedLog, ReceivedSpan } from './received-messages.ts';
import { JSON } from 'oriel-core/builtins';

/** Converts the log records of a received request, and the events of its spans, in the order of their times. */
export function toRecordedLogs(
  root: ReceivedSpan,
  spans: readonly ReceivedSpan[],
  logs: readonly ReceivedLog[],
  redactor: Redactor,
): RecordedLog[] {
  const create = (time: number, level: LogLevel, channel: string, message: string, attributes: Attributes) => ({
    at: Math.max(0, time - root.start),
    level,
    channel,
    message: redactor.text(message),
    context: getContext(attributes, redactor),
    route: undefined,
  });
  const records = logs.slice(0, MAX_LOGS).map(({ time, severity, body, attributes }) => {
    const message = typeof body === 'string' ? body : JSON.stringify(redactor.value(body) ?? '');
    return create(time, getLevel(severity), 'otlp', message, attributes);
  });
  const events = [root, ...spans].flatMap((span) => span.events).slice(0, MAX_LOGS);
  for (const { name, time, attributes } of events)
    records.push(create(time, name === 'exception' ? 'error' : 'info', 'event', name, attributes));
  return records.sort((a, b) => a.at - b.at);
}

function getContext(attributes: Attributes, redactor: Redactor): string {
  if (attributes.size === 0) return '';
  return JSON.stringify(maskAttributes(attributes, redactor));
}

// Ranges of the data model of OpenTelemetry: TRACE and DEBUG, INFO, WARN, ERROR, FATAL.
function getLevel(severity: number): LogLevel {
  if (severity >= 21) return 'critical';
  if (severity >= 17) return 'error';
  if (severity >= 13) return 'warning';
  return severity >= 9 || severity === 0 ? 'info' : 'debug';
}

const MAX_LOGS = 2_000;
