import type { LogLevel } from 'oriel-core/trace';
import { toEntries, toList } from '../../profile/recorded-values.ts';
import type { Profile, RecordedLog } from '../../profile/profile.ts';
import { EXCEPTION_MESSAGE, EXCEPTION_STACK, EXCEPTION_TYPE, FLAGS } from '../semantic-conventions.ts';
import { attributesToJson, quote, toNanoseconds } from './otlp-json.ts';
import type { JsonEntries } from './otlp-json.ts';
import type { ProfileIds } from '../../record/profile-ids.ts';
import { JSON } from 'oriel-core/builtins';

/** Returns the log records of a profile as OTLP in JSON. They have the IDs of its trace and of the span of the request. */
export function logsToJson({ summary, data }: Profile, { traceId, spanId }: ProfileIds): JsonEntries {
  const inTrace = `,"flags":${FLAGS.sampled},"traceId":"${traceId}","spanId":"${spanId}"}`;
  const logs = toList(data.logs).slice(0, MAX_LOGS);
  let text = '';
  for (const log of logs)
    text += `${text === '' ? '' : ','}{${logToJson(log, toNanoseconds(summary.time, log.at))}${inTrace}`;
  return { text, count: logs.length };
}

function logToJson(log: RecordedLog, time: string): string {
  const { level, channel, message } = log;
  const attributes = attributesToJson({ 'oriel.channel': channel, ...getContext(log) });
  return `"timeUnixNano":"${time}","observedTimeUnixNano":"${time}",${SEVERITIES.get(level) ?? severityToJson(level, INFO)},"body":{"stringValue":${quote(message)}},"attributes":${attributes}`;
}

function getContext({ context }: RecordedLog): Record<string, unknown> {
  if (context === '') return {};
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of toEntries(parse(context)))
    if (name === 'exception') Object.assign(attributes, describeException(value));
    else attributes[name] = value;
  return attributes;
}

function describeException(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { [EXCEPTION_MESSAGE]: value };
  const { '(class)': className, name, message, stack } = (value ?? {}) as Record<string, unknown>;
  return { [EXCEPTION_TYPE]: className ?? name, [EXCEPTION_MESSAGE]: message, [EXCEPTION_STACK]: stack };
}

function severityToJson(level: string, number: number): string {
  return `"severityNumber":${number},"severityText":${JSON.stringify(level)}`;
}

// A long context is cut when it is recorded, so it may be no JSON.
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { context: text };
  }
}

// The mapping of syslog in the data model of OpenTelemetry.
const INFO = 9;
const SEVERITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    debug: 5,
    info: INFO,
    notice: 10,
    warning: 13,
    error: 17,
    critical: 18,
    alert: 19,
    emergency: 21,
  } satisfies Record<LogLevel, number>).map(([level, number]) => [level, severityToJson(level, number)]),
);
const MAX_LOGS = 1_000;
