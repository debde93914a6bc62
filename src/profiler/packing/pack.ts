import type { Decision, ListenerCall, Span } from '../../trace/index.ts';
import type {
  HeaderLine,
  ProfileData,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
} from '../profile.ts';
import { ByteWriter } from './byte-writer.ts';
import type { PackedTexts } from './packed-texts.ts';
import { writeValue } from './plain-value.ts';

/**
 * Packs the data of a profile into bytes, a fifth of what JSON would take and in a fraction of its time: every recorded
 * request pays for it. `unpack` gives back what JSON would have. Parts of an unexpected shape, such as the excuse of a
 * collector that failed, are packed as plain values.
 *
 * @param texts where texts that come again are kept
 * @param repeated parts that are the very same object in many profiles; their text is made once
 * @param route what the request has in common with others whose profiles are much alike
 */
export function pack(data: ProfileData, texts: PackedTexts, repeated: readonly string[] = [], route = ''): Uint8Array {
  WRITER.begin(texts, route);
  WRITER.count(VERSION);
  WRITER.raw(texts.idBytes);
  for (const part of PARTS) {
    const value: unknown = data[part];
    const write = WRITERS[part];
    if (value === undefined) WRITER.count(ABSENT);
    else if (repeated.includes(part)) writeRepeated(value, texts);
    else if (write === undefined || !isPacked(value as never, write)) writePlain(value);
  }
  writeOthers(data);
  for (const part of LATER_PARTS) {
    const value = data[part];
    if (value === undefined) WRITER.count(ABSENT);
    else if (repeated.includes(part)) writeRepeated(value, texts);
    else writePlain(value);
  }
  return WRITER.take();
}

/** In this order. What comes after them are parts that this version of the code does not know, then {@link LATER_PARTS}. */
export const PARTS = [
  'request',
  'response',
  'exception',
  'logs',
  'pipeline',
  'routing',
  'decisions',
  'spans',
  'findings',
  'config',
  'panels',
  'dropped',
] as const;
/** Parts that stand at the end since the second version. */
export const LATER_PARTS = ['operation', 'run'] as const;
export const VERSION = 2;
export const ABSENT = 0;
export const PLAIN = 1;
export const PACKED = 2;
export const REPEATED = 3;

/** What the outcome of a call is as a number. */
export const OUTCOMES: readonly ListenerCall['outcome'][] = ['called', 'skipped', 'not-reached', 'threw'];

const WRITER = new ByteWriter();
const KNOWN = new Set<string>([...PARTS, ...LATER_PARTS]);

const WRITERS: { readonly [Part in (typeof PARTS)[number]]?: (part: never) => void } = {
  request: writeRequest,
  response: writeResponse,
  logs: (logs: readonly RecordedLog[]) => writeAll(logs, writeLog),
  pipeline: (calls: readonly ListenerCall[]) => writeAll(calls, writeCall),
  decisions: (decisions: readonly Decision[]) => writeAll(decisions, writeDecision),
  spans: (spans: readonly Span[]) => writeAll(spans, writeSpan),
};

function writeRepeated(value: unknown, texts: PackedTexts): void {
  const index = typeof value === 'object' && value !== null ? texts.indexOfObject(value) : -1;
  if (index < 0) return writePlain(value);
  WRITER.count(REPEATED);
  WRITER.count(index);
}

function writePlain(value: unknown): void {
  WRITER.count(PLAIN);
  writeValue(WRITER, value);
}

function writeOthers(data: ProfileData): void {
  let others: Record<string, unknown> | undefined;
  for (const part in data) if (!KNOWN.has(part)) (others ??= {})[part] = (data as never)[part];
  if (others === undefined) WRITER.count(ABSENT);
  else writePlain(others);
}

// A collector that failed leaves its excuse instead, and one of somebody else's may give anything.
function isPacked(value: never, write: (part: never) => void): boolean {
  const start = WRITER.position;
  try {
    WRITER.count(PACKED);
    write(value);
    return true;
  } catch {
    WRITER.rewind(start);
    return false;
  }
}

function writeAll<T>(all: readonly T[], write: (each: T) => void): void {
  if (typeof all.length !== 'number') throw new TypeError('No list');
  WRITER.count(all.length);
  for (let i = 0; i < all.length; i++) write(all[i]!);
}

function writeLines(lines: readonly HeaderLine[]): void {
  WRITER.count(lines.length);
  for (let i = 0; i < lines.length; i++) {
    WRITER.word(lines[i]![0]);
    WRITER.word(lines[i]![1]);
  }
}

function writeRequest(request: RecordedRequest): void {
  const { method, url, version, headers, query, cookies, params, attributes, body, handler } = request;
  WRITER.word(method);
  WRITER.word(url);
  WRITER.word(version);
  writeLines(headers);
  writeLines(query);
  writeLines(cookies);
  writeValue(WRITER, params);
  writeValue(WRITER, attributes);
  writeBody(body);
  WRITER.maybe(handler);
}

function writeResponse(response: RecordedResponse): void {
  const { status, reason, headers, body, firstByte, lastByte, aborted } = response;
  WRITER.number(status);
  WRITER.word(reason);
  writeLines(headers);
  writeBody(body);
  WRITER.number(lastByte);
  WRITER.count((aborted ? 1 : 0) + (firstByte === undefined ? 0 : 2));
  if (firstByte !== undefined) WRITER.number(firstByte);
}

function writeBody(body: RecordedBody | undefined): void {
  if (body === undefined) return WRITER.count(ABSENT);
  const { type, encoding, content, size, kept, digest, redacted } = body;
  WRITER.count(PACKED);
  WRITER.word(type);
  WRITER.count((encoding === 'text' ? 1 : 0) + (redacted ? 2 : 0));
  WRITER.text(content);
  WRITER.number(size);
  WRITER.number(kept);
  WRITER.maybe(digest);
}

function writeLog(log: RecordedLog): void {
  const { at, level, channel, message, context, route } = log;
  WRITER.number(at);
  WRITER.word(level);
  WRITER.word(channel);
  WRITER.word(message);
  WRITER.word(context);
  WRITER.maybe(route);
}

function writeCall(call: ListenerCall): void {
  const { event, listener, priority, outcome, start, duration, changes, stoppedBy } = call;
  const kind = OUTCOMES.indexOf(outcome) * 4 + (changes === undefined ? 0 : 1) + (stoppedBy === undefined ? 0 : 2);
  WRITER.count(kind);
  WRITER.word(event);
  WRITER.word(listener);
  WRITER.number(priority);
  WRITER.number(start);
  WRITER.number(duration);
  if (changes !== undefined) writeAll(changes, writeWord);
  if (stoppedBy !== undefined) WRITER.word(stoppedBy);
}

function writeWord(word: string): void {
  WRITER.word(word);
}

function writeDecision({ subject, outcome, because }: Decision): void {
  WRITER.word(subject);
  WRITER.word(outcome);
  WRITER.word(because);
}

function writeSpan(span: Span): void {
  const { id, parent, kind, name, start, duration, error, details } = span;
  WRITER.count((error === undefined ? 0 : 1) + (details === undefined ? 0 : 2));
  WRITER.number(id);
  WRITER.number(parent);
  WRITER.word(kind);
  WRITER.word(name);
  WRITER.number(start);
  WRITER.number(duration);
  if (error !== undefined) WRITER.word(error);
  if (details !== undefined) writeValue(WRITER, details);
}
