import { STATUS_ERROR } from '../semantic-conventions.ts';
import { estimateSize } from './estimate-size.ts';
import { LIMITS } from './received-messages.ts';
import type { Attributes, ReceivedBatches, ReceivedEvent, ReceivedLog, ReceivedSpan } from './received-messages.ts';

/**
 * Reads the spans of a request in the JSON form of OTLP. Members of another type are ignored, and spans without valid IDs are
 * rejected and counted.
 */
export function readSpans(message: unknown): ReceivedBatches<ReceivedSpan> {
  return readBatches(message, ['resourceSpans', 'scopeSpans', 'spans'], readSpan);
}

/** Reads the log records of a request, as {@link readSpans} does. Those that belong to no trace are rejected. */
export function readLogs(message: unknown): ReceivedBatches<ReceivedLog> {
  return readBatches(message, ['resourceLogs', 'scopeLogs', 'logRecords'], readLog);
}

function readBatches<Entry>(
  message: unknown,
  [resources, scopes, entries]: readonly [string, string, string],
  read: (entry: Members) => Entry | undefined,
): ReceivedBatches<Entry> {
  const batches = [];
  let [count, rejected] = [0, 0];
  for (const element of toList(getMembers(message)[resources])) {
    const group = getMembers(element);
    const found: Entry[] = [];
    for (const scope of toList(group[scopes]))
      for (const entry of toList(getMembers(scope)[entries])) {
        const known = ++count > LIMITS.entries ? undefined : read(getMembers(entry));
        if (known === undefined) rejected++;
        else found.push(known);
      }
    if (found.length > 0)
      batches.push({ resource: readResource(getMembers(group['resource'])['attributes']), entries: found });
  }
  return { batches, rejected };
}

type Members = Readonly<Record<string, unknown>>;

function readSpan(span: Members): ReceivedSpan | undefined {
  const traceId = readId(span['traceId'], TRACE_ID);
  const spanId = readId(span['spanId'], SPAN_ID);
  const start = readTime(span['startTimeUnixNano']);
  if (traceId === undefined || spanId === undefined || start === undefined) return undefined;
  const status = getMembers(span['status']);
  return {
    traceId,
    spanId,
    parentId: readId(span['parentSpanId'], SPAN_ID),
    name: readText(span['name']),
    kind: readCount(span['kind'], 5),
    flags: readCount(span['flags'], 0xffffffff),
    start,
    end: Math.max(start, readTime(span['endTimeUnixNano']) ?? start),
    attributes: readAttributes(span['attributes']),
    events: toList(span['events']).slice(0, LIMITS.events).map(readEvent),
    failed: status['code'] === STATUS_ERROR,
    message: readText(status['message']),
  };
}

function readEvent(value: unknown): ReceivedEvent {
  const event = getMembers(value);
  return {
    name: readText(event['name']),
    time: readTime(event['timeUnixNano']) ?? 0,
    attributes: readAttributes(event['attributes']),
  };
}

function readLog(log: Members): ReceivedLog | undefined {
  const traceId = readId(log['traceId'], TRACE_ID);
  const time = readTime(log['timeUnixNano']) ?? readTime(log['observedTimeUnixNano']);
  if (traceId === undefined || time === undefined) return undefined;
  return {
    traceId,
    spanId: readId(log['spanId'], SPAN_ID),
    time,
    severity: readCount(log['severityNumber'], 24),
    body: readValue(log['body'], 0),
    attributes: readAttributes(log['attributes']),
  };
}

function readAttributes(value: unknown): Attributes {
  const attributes = new Map<string, unknown>();
  for (const element of toList(value).slice(0, LIMITS.attributes)) {
    const { key, value: content } = getMembers(element);
    if (typeof key === 'string' && key !== '') attributes.set(cut(key, LIMITS.name), readValue(content, 0));
  }
  return attributes;
}

/** Reads the attributes of a service, without those that are too large. */
function readResource(value: unknown): Attributes {
  let remaining: number = LIMITS.resource;
  const fits = ([name, content]: readonly [string, unknown]): boolean => {
    const size = name.length + estimateSize(content);
    if (size > remaining) return false;
    remaining -= size;
    return true;
  };
  return new Map([...readAttributes(value)].filter(fits));
}

function readValue(value: unknown, depth: number): unknown {
  const { stringValue, boolValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = getMembers(value);
  if (typeof stringValue === 'string') return readText(stringValue);
  if (typeof boolValue === 'boolean') return boolValue;
  if (typeof intValue === 'number') return intValue;
  if (typeof intValue === 'string' && INTEGER.test(intValue)) return toInteger(intValue);
  if (typeof doubleValue === 'number') return doubleValue;
  if (typeof bytesValue === 'string') return `[${bytesValue.length} characters of base64]`;
  if (depth >= LIMITS.depth) return undefined;
  if (arrayValue !== undefined)
    return toList(getMembers(arrayValue)['values'])
      .slice(0, LIMITS.attributes)
      .map((element) => readValue(element, depth + 1));
  if (kvlistValue === undefined) return undefined;
  const members = toList(getMembers(kvlistValue)['values']).slice(0, LIMITS.attributes).map(getMembers);
  // Unlike an assignment, this creates a member for the name "__proto__".
  return Object.fromEntries(
    members.map((member) => [cut(String(member['key']), LIMITS.name), readValue(member['value'], depth + 1)]),
  );
}

function toInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function readText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length <= LIMITS.text ? value : `${cut(value, LIMITS.text)}…`;
}

// A slice of a string keeps the whole string in memory; a copy does not.
function cut(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();
}

function readId(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined;
}

/** Returns milliseconds since the epoch; undefined for 0 and for times that a date cannot have. */
function readTime(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const milliseconds = Number(value) / 1_000_000;
  return milliseconds > 0 && milliseconds < LATEST ? milliseconds : undefined;
}

function readCount(value: unknown, most: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
}

function getMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : NOTHING;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

const NOTHING: Members = Object.freeze({});
const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/i;
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/i;
const INTEGER = /^-?\d{1,19}$/;
const LATEST = 8_640_000_000_000;
