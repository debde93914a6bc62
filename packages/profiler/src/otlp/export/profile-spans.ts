import type { Span } from 'oriel-core/trace';
import { createSpanId } from 'oriel-core/trace';
import { isWork, toList } from '../../profile/recorded-values.ts';
import type { Profile } from '../../profile/profile.ts';
import { FLAGS, EXCEPTION_MESSAGE, EXCEPTION_STACK, EXCEPTION_TYPE } from '../semantic-conventions.ts';
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
 */
export function spansToJson(profile: Profile, ids: ProfileIds): JsonEntries {
  const { summary, data } = profile;
  const timeAt = (offset: number): string => toNanoseconds(summary.time, offset);
  const end = timeAt(summary.duration);
  const inTrace = `,"flags":${FLAGS.sampled | FLAGS.hasIsRemote},"traceId":"${ids.traceId}","spanId":"`;
  const childToJson = (text: string, spanId: string, parentId: string, start: number, duration: number): string =>
    `,{${text}${inTrace}${spanId}","parentSpanId":"${parentId}","startTimeUnixNano":"${timeAt(start)}","endTimeUnixNano":"${duration < 0 ? end : timeAt(start + duration)}"}`;
  const recorded = toList(data.spans).slice(0, MAX_SPANS);
  const createId = idSequence();
  const spanIds = new Map(recorded.map((span) => [span.id, calledId(span) ?? createId()]));
  let text = requestToJson(profile, ids, timeAt(0), end);
  for (const span of recorded) {
    const { id, parent, start, duration } = span;
    const parentId = (parent === id ? undefined : spanIds.get(parent)) ?? ids.spanId;
    text += childToJson(texts.of(span), spanIds.get(id)!, parentId, start, duration);
  }
  return { text, count: 1 + recorded.length };
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

const texts = new SpanTexts();
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/;
const MAX_SPANS = 1_000;

/** Returns the attributes of the event `exception` for a recorded error page; undefined if there was no exception. */
function exceptionAttributes(view: unknown): Record<string, unknown> | undefined {
  const [thrown] = toList((view as Partial<RecordedErrors> | undefined)?.exceptions);
  if (thrown === undefined) return undefined;
  const { className, message, frames } = thrown;
  return {
    [EXCEPTION_TYPE]: className,
    [EXCEPTION_MESSAGE]: message,
    [EXCEPTION_STACK]: [`${className}: ${message}`, ...toList(frames).slice(0, MAX_FRAMES).map(formatFrame)].join('\n'),
  };
}

/** The members of a recorded error page that are exported. */
interface RecordedErrors {
  readonly exceptions: readonly {
    readonly className: string;
    readonly message: string;
    readonly frames: readonly RecordedFrame[];
  }[];
}

interface RecordedFrame {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

function formatFrame({ function: name, file, line, column }: RecordedFrame): string {
  const location = [file, line, column].filter((value) => value !== undefined).join(':');
  return name === undefined ? `    at ${location}` : `    at ${name} (${location})`;
}

const MAX_FRAMES = 50;
