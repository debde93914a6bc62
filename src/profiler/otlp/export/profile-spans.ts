import type { ListenerCall, Span } from '../../../core/trace/trace.ts';
import { createSpanId } from '../../../core/trace/trace-ids.ts';
import { isWork, toList } from '../../panels/recorded-values.ts';
import type { Profile } from '../../profile.ts';
import { FLAGS, SPAN_KIND, STATUS_ERROR } from '../semantic-conventions.ts';
import { exceptionAttributes } from './exception-attributes.ts';
import { toAttributes, toNanoseconds, truncate } from './otlp-json.ts';
import type { KeyValue } from './otlp-json.ts';
import type { ProfileIds } from './profile-ids.ts';
import { describeRequest } from './request-attributes.ts';
import { describeSpan } from './span-attributes.ts';

/** A span in OTLP as JSON. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events?: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes: readonly KeyValue[];
  }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** What a span means in the semantic conventions. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  /** The reason of the failure. */
  readonly message?: string | undefined;
}

/**
 * Converts a profile to spans: the request as a span of a server, and its spans as children. An outgoing call has the ID that its
 * `traceparent` header named, so that the spans of the called service are its children.
 *
 * @param listeners whether the calls of listeners are spans, too
 */
export function toOtlpSpans(profile: Profile, ids: ProfileIds, listeners: boolean): OtlpSpan[] {
  const { summary, data } = profile;
  const at = (offset: number): string => toNanoseconds(summary.time, offset);
  const exception = exceptionAttributes(data.exception);
  const request = toSpan(describeRequest(profile), {
    ...{ spanId: ids.spanId, parentId: ids.parentId, isRemote: ids.parentId !== undefined && !isWork(summary) },
    ...{ traceId: ids.traceId, start: at(0), end: at(summary.duration) },
  });
  const spans = [
    exception === undefined
      ? request
      : { ...request, events: [{ name: 'exception', timeUnixNano: request.endTimeUnixNano, attributes: exception }] },
  ];
  const recorded = toList(data.spans).slice(0, MOST_SPANS);
  const spanIds = new Map(recorded.map((span) => [span.id, spanIdOf(span)]));
  for (const span of recorded) {
    const end = span.duration < 0 ? summary.duration : span.start + span.duration;
    const parentId = (span.parent === span.id ? undefined : spanIds.get(span.parent)) ?? ids.spanId;
    const times = { start: at(span.start), end: at(end) };
    spans.push(toSpan(describeSpan(span), { traceId: ids.traceId, spanId: spanIds.get(span.id)!, parentId, ...times }));
  }
  if (listeners)
    for (const call of toList(data.pipeline).slice(0, MOST_SPANS)) {
      const description = describeCall(call);
      if (description === undefined) continue;
      const times = { start: at(call.start), end: at(call.start + call.duration) };
      spans.push(toSpan(description, { traceId: ids.traceId, spanId: createSpanId(), parentId: ids.spanId, ...times }));
    }
  return spans;
}

interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isRemote?: boolean;
  readonly start: string;
  readonly end: string;
}

function toSpan({ name, kind, attributes, failed, message }: SpanDescription, place: SpanPlace): OtlpSpan {
  const { traceId, spanId, parentId, isRemote = false, start, end } = place;
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    flags: FLAGS.sampled | FLAGS.hasIsRemote | (isRemote ? FLAGS.isRemote : 0),
    name: truncate(name),
    kind,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: toAttributes(attributes),
    status: failed ? { code: STATUS_ERROR, ...(message === undefined ? {} : { message: truncate(message) }) } : {},
  };
}

function spanIdOf({ details }: Span): string {
  const id = details?.['spanId'];
  return typeof id === 'string' && SPAN_ID.test(id) ? id : createSpanId();
}

function describeCall({ event, listener, outcome, priority }: ListenerCall): SpanDescription | undefined {
  if (outcome !== 'called' && outcome !== 'threw') return undefined;
  const attributes = { 'oriel.event': event, 'oriel.priority': priority };
  return { name: `${event} ${listener}`, kind: SPAN_KIND.internal, attributes, failed: outcome === 'threw' };
}

const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/;
const MOST_SPANS = 1_000;
