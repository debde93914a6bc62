import type { Decision, ListenerCall } from '../../../core/trace/trace.ts';
import type { Span } from '../../../core/trace/span.ts';
import { messageOf } from '../../../core/http/problem.ts';
import type { ProfileData, RecordedLog, RecordedRouting } from '../../profile.ts';
import type { PackedTexts } from './packed-texts.ts';
import {
  ABSENT,
  PACKED,
  PLAIN,
  REPEATED,
  writeAll,
  writeCall,
  writeDecision,
  writeLog,
  writeRequest,
  writeResponse,
  writeRouting,
  writeSpan,
} from './part-writers.ts';
import { writeValue } from './plain-value.ts';
import { ProfileWriter } from './profile-writer.ts';

/**
 * Packs the data of a profile into bytes, a fifth of what JSON would take and in a fraction of its time: every recorded
 * request pays for it. `unpack` gives back what JSON would have. Parts of an unexpected shape, such as the excuse of a
 * collector that failed, are packed as plain values.
 *
 * @param texts where texts that come again are kept
 * @param repeated parts that are the very same object in many profiles; their text is made once
 * @param route what the request has in common with others whose profiles are much alike
 * @param straight parts that write themselves, whatever `data` has of them
 */
export function pack(
  data: Partial<ProfileData>,
  texts: PackedTexts,
  repeated: readonly string[] = [],
  route = '',
  straight: StraightParts = NONE,
): Uint8Array {
  return Buffer.from(packText(data, texts, repeated, route, straight), 'latin1');
}

/** The same, a letter of Latin-1 for each byte. */
export function packText(
  data: Partial<ProfileData>,
  texts: PackedTexts,
  repeated: readonly string[],
  route: string,
  straight: StraightParts = NONE,
): string {
  WRITER.begin(texts, route);
  for (const part of PARTS) {
    const value: unknown = data[part];
    const write = WRITERS[part];
    const own = straight[part];
    if (own !== undefined) writeStraight(own);
    else if (value === undefined) WRITER.count(ABSENT);
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
  return WRITER.take(VERSION);
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
/** Parts that stand at the end: two since the second version, all since the third. */
export const LATER_PARTS = ['operation', 'run', 'client'] as const;
/** Since the third version there are forms, and since the fourth a routing is packed. */
export const VERSION = 4;

/** Parts that write themselves in the way of their names. */
export type StraightParts = { readonly [Part in (typeof PARTS)[number]]?: (to: ProfileWriter) => void };

const NONE: StraightParts = {};
const WRITER = new ProfileWriter();
const KNOWN = new Set<string>([...PARTS, ...LATER_PARTS]);

const WRITERS: { readonly [Part in (typeof PARTS)[number]]?: (part: never) => void } = {
  request: (request) => writeRequest(WRITER, request),
  response: (response) => writeResponse(WRITER, response),
  logs: (logs: readonly RecordedLog[]) => writeAll(WRITER, logs, (to, log) => writeLog(to, log, log.at, log.context)),
  pipeline: (calls: readonly ListenerCall[]) => writeAll(WRITER, calls, (to, call) => writeCall(to, call)),
  routing: (routing: RecordedRouting) => writeRouting(WRITER, routing),
  decisions: (all: readonly Decision[]) => writeAll(WRITER, all, (to, decision) => writeDecision(to, decision)),
  spans: (spans: readonly Span[]) => writeAll(WRITER, spans, writeRecordedSpan),
};

function writeRecordedSpan(to: ProfileWriter, span: Span): void {
  writeSpan(to, span, span.name, span.details !== undefined, span.error);
  if (span.details !== undefined) writeValue(to, span.details);
}

// Nothing may fail a request: what cannot be written says so where it would have been.
function writeStraight(write: (to: ProfileWriter) => void): void {
  WRITER.mark();
  try {
    WRITER.count(PACKED);
    write(WRITER);
  } catch (error) {
    WRITER.rewind();
    writePlain({ failed: messageOf(error) });
  }
}

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

function writeOthers(data: Partial<ProfileData>): void {
  let others: Record<string, unknown> | undefined;
  for (const part in data) if (!KNOWN.has(part)) (others ??= {})[part] = (data as never)[part];
  if (others === undefined) WRITER.count(ABSENT);
  else writePlain(others);
}

// A collector that failed leaves its excuse instead, and one of somebody else's may give anything.
function isPacked(value: never, write: (part: never) => void): boolean {
  WRITER.mark();
  try {
    WRITER.count(PACKED);
    write(value);
    return true;
  } catch {
    WRITER.rewind();
    return false;
  }
}
