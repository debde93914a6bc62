import type { LogLevel } from '../../../core/trace/trace.ts';
import { toEntries, toList } from '../../panels/recorded-values.ts';
import type { Profile, RecordedLog } from '../../profile.ts';
import { EXCEPTION_MESSAGE, EXCEPTION_STACK, EXCEPTION_TYPE, FLAGS } from '../semantic-conventions.ts';
import { toAttributes, toNanoseconds, truncate } from './otlp-json.ts';
import type { KeyValue } from './otlp-json.ts';
import type { ProfileIds } from './profile-ids.ts';

/** A log record in OTLP as JSON. */
export interface OtlpLog {
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly KeyValue[];
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

/** Converts the log records of a profile. They have the IDs of its trace and of the span of the request. */
export function toOtlpLogs({ summary, data }: Profile, { traceId, spanId }: ProfileIds): OtlpLog[] {
  return toList(data.logs)
    .slice(0, MOST_LOGS)
    .map((log) => {
      const time = toNanoseconds(summary.time, log.at);
      return {
        timeUnixNano: time,
        observedTimeUnixNano: time,
        severityNumber: SEVERITIES[log.level] ?? SEVERITIES.info,
        severityText: log.level,
        body: { stringValue: truncate(log.message) },
        attributes: toAttributes({ 'oriel.channel': log.channel, ...contextOf(log) }),
        ...{ traceId, spanId, flags: FLAGS.sampled },
      };
    });
}

function contextOf({ context }: RecordedLog): Record<string, unknown> {
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

// A long context is cut when it is recorded, so it may be no JSON.
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { context: text };
  }
}

// The mapping of syslog in the data model of OpenTelemetry.
const SEVERITIES: Readonly<Record<LogLevel, number>> = {
  ...{ debug: 5, info: 9, notice: 10, warning: 13 },
  ...{ error: 17, critical: 18, alert: 19, emergency: 21 },
};
const MOST_LOGS = 1_000;
