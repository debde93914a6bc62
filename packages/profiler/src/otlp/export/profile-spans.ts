import type { ListenerCall, Span } from 'oriel-core/trace';
import { createSpanId } from 'oriel-core/trace';
import { isWork, toList } from '../../profile/recorded-values.ts';
import type { Profile } from '../../profile/profile.ts';
import { FLAGS, SPAN_KIND } from '../semantic-conventions.ts';
import { exceptionAttributes } from './exception-attributes.ts';
import { attributesToJson, toNanoseconds } from './otlp-json.ts';
import type { JsonEntries } from './otlp-json.ts';
import type { ProfileIds } from '../../record/profile-ids.ts';
import { describeRequest } from './request-attributes.ts';
import { SpanTexts, descriptionToJson } from './span-texts.ts';

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
 * Returns a profile as spans of OTLP in JSON: the request as a span of a server, and its spans as children. An outgoing call has the
 * ID that its `traceparent` header named, so that the spans of the called service are its children.
 *
 * @param listeners whether the calls of listeners are spans, too
 */
export function spansToJson(profile: Profile, ids: ProfileIds, listeners: boolean): JsonEntries {
  const { summary, data } = profile;
  const at = (offset: number): string => toNanoseconds(summary.time, offset);
  const end = at(summary.duration);
  const inTrace = `,"flags":${FLAGS.sampled | FLAGS.hasIsRemote},"traceId":"${ids.traceId}","spanId":"`;
  const childToJson = (text: string, spanId: string, parentId: string, start: number, duration: number): string =>
    `,{${text}${inTrace}${spanId}","parentSpanId":"${parentId}","startTimeUnixNano":"${at(start)}","endTimeUnixNano":"${duration < 0 ? end : at(start + duration)}"}`;
  const recorded = toList(data.spans).slice(0, MOST_SPANS);
  const createId = idSequence();
  const spanIds = new Map(recorded.map((span) => [span.id, calledId(span) ?? createId()]));
  const calls = listeners ? toList(data.pipeline).filter(wasCalled).slice(0, MOST_SPANS) : [];
  let text = requestToJson(profile, ids, at(0), end);
  for (const span of recorded) {
    const { id, parent, start, duration } = span;
    const parentId = (parent === id ? undefined : spanIds.get(parent)) ?? ids.spanId;
    text += childToJson(texts.of(span), spanIds.get(id)!, parentId, start, duration);
  }
  for (const call of calls) text += childToJson(describeCall(call), createId(), ids.spanId, call.start, call.duration);
  return { text, count: 1 + recorded.length + calls.length };
}

function requestToJson(
  profile: Profile,
  { traceId, spanId, parentId }: ProfileIds,
  start: string,
  end: string,
): string {
  const isRemote = parentId !== undefined && !isWork(profile.summary);
  const flags = FLAGS.sampled | FLAGS.hasIsRemote | (isRemote ? FLAGS.isRemote : 0);
  const parent = parentId === undefined ? '' : `,"parentSpanId":"${parentId}"`;
  const exception = exceptionAttributes(profile.data.exception);
  const events =
    exception === undefined
      ? ''
      : `,"events":[{"name":"exception","timeUnixNano":"${end}","attributes":${attributesToJson(exception)}}]`;
  return `{${descriptionToJson(describeRequest(profile))},"flags":${flags},"traceId":"${traceId}","spanId":"${spanId}"${parent},"startTimeUnixNano":"${start}","endTimeUnixNano":"${end}"${events}}`;
}

// The ID that the called service received.
function calledId({ details }: Span): string | undefined {
  const id = details?.['spanId'];
  return typeof id === 'string' && SPAN_ID.test(id) ? id : undefined;
}

// IDs that are unique in the trace: the same random digits, and a number. A random number for each one would cost more.
function idSequence(): () => string {
  const random = createSpanId().slice(0, 13);
  let next = 0x100;
  return () => random + (next++).toString(16);
}

function wasCalled({ outcome }: ListenerCall): boolean {
  return outcome === 'called' || outcome === 'threw';
}

function describeCall({ event, listener, outcome, priority }: ListenerCall): string {
  const attributes = { 'oriel.event': event, 'oriel.priority': priority };
  const failed = outcome === 'threw';
  return descriptionToJson({ name: `${event} ${listener}`, kind: SPAN_KIND.internal, attributes, failed });
}

const texts = new SpanTexts();
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/;
// With listeners twice as many, which three digits can count.
const MOST_SPANS = 1_000;
