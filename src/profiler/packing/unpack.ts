import type { Decision, ListenerCall, LogLevel, Span, SpanKind } from '../../trace/index.ts';
import type {
  HeaderLine,
  ProfileData,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
} from '../profile.ts';
import { ByteReader } from './byte-reader.ts';
import { LATER_PARTS, PARTS, VERSION } from './pack.ts';
import { ABSENT, OUTCOMES, PACKED, PLAIN, REPEATED } from './part-writers.ts';
import { readValue } from './plain-value.ts';

/**
 * The data of a profile from what `pack` made of it. Throws a `RangeError` when it is damaged.
 *
 * @param texts the shared texts of its list, {@link textsIdOf} tells which
 */
export function unpack(bytes: Uint8Array, texts: readonly string[]): ProfileData {
  const version = bytes[0];
  if (version !== VERSION && version !== 1) throw new RangeError(`Profiles are not packed in the way ${version}`);
  const from = new ByteReader(bytes, texts, HEAD);
  const data: Record<string, unknown> = {};
  for (const part of PARTS) {
    const value = readPart(from, READERS[part]);
    if (value !== undefined) data[part] = value;
  }
  Object.assign(data, readPart(from, undefined));
  for (const part of version === 1 ? [] : LATER_PARTS) {
    const value = readPart(from, undefined);
    if (value !== undefined) data[part] = value;
  }
  return data as unknown as ProfileData;
}

/** Which list of shared texts a packed profile needs: twelve hex digits. */
export function textsIdOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(1, HEAD)).toString('hex');
}

const HEAD = 7;

const READERS: { readonly [Part in (typeof PARTS)[number]]?: (from: ByteReader) => unknown } = {
  request: readRequest,
  response: readResponse,
  logs: (from) => from.list(() => readLog(from)),
  pipeline: (from) => from.list(() => readCall(from)),
  decisions: (from) => from.list(() => readDecision(from)),
  spans: (from) => from.list(() => readSpan(from)),
};

function readPart(from: ByteReader, read: ((from: ByteReader) => unknown) | undefined): unknown {
  const way = from.count();
  if (way === ABSENT) return undefined;
  if (way === PLAIN) return readValue(from);
  if (way === REPEATED) return JSON.parse(from.shared(from.count()));
  if (way === PACKED && read) return read(from);
  throw new RangeError(`Parts are not packed in the way ${way}`);
}

function readLines(from: ByteReader): HeaderLine[] {
  return from.list(() => [from.text(), from.text()] as const);
}

function readRequest(from: ByteReader): RecordedRequest {
  return defined({
    method: from.text(),
    url: from.text(),
    version: from.text(),
    headers: readLines(from),
    query: readLines(from),
    cookies: readLines(from),
    params: readValue(from) as RecordedRequest['params'],
    attributes: readValue(from) as RecordedRequest['attributes'],
    body: readBody(from),
    handler: from.maybe(),
  });
}

function readResponse(from: ByteReader): RecordedResponse {
  const status = from.number();
  const reason = from.text();
  const headers = readLines(from);
  const body = readBody(from);
  const lastByte = from.number();
  const flags = from.count();
  const firstByte = (flags & 2) === 0 ? undefined : from.number();
  return defined({ status, reason, headers, body, firstByte, lastByte, aborted: (flags & 1) === 1 });
}

function readBody(from: ByteReader): RecordedBody | undefined {
  if (from.count() === ABSENT) return undefined;
  const type = from.text();
  const flags = from.count();
  return defined<RecordedBody>({
    type,
    encoding: (flags & 1) === 1 ? 'text' : 'base64',
    content: from.text(),
    size: from.number(),
    kept: from.number(),
    digest: from.maybe(),
    redacted: (flags & 2) === 2,
  });
}

function readLog(from: ByteReader): RecordedLog {
  return defined({
    at: from.number(),
    level: from.text() as LogLevel,
    channel: from.text(),
    message: from.text(),
    context: from.text(),
    route: from.maybe(),
  });
}

function readCall(from: ByteReader): ListenerCall {
  const kind = from.count();
  const outcome = OUTCOMES[kind >> 2];
  if (outcome === undefined) throw new RangeError(`There is no outcome ${kind >> 2}`);
  return defined({
    event: from.text(),
    listener: from.text(),
    priority: from.number(),
    outcome,
    start: from.number(),
    duration: from.number(),
    changes: (kind & 1) === 0 ? undefined : from.list(() => from.text()),
    stoppedBy: (kind & 2) === 0 ? undefined : from.text(),
  });
}

function readDecision(from: ByteReader): Decision {
  return { subject: from.text(), outcome: from.text(), because: from.text() };
}

function readSpan(from: ByteReader): Span {
  const kind = from.count();
  return defined({
    id: from.number(),
    parent: from.number(),
    kind: from.text() as SpanKind,
    name: from.text(),
    start: from.number(),
    duration: from.number(),
    error: (kind & 1) === 0 ? undefined : from.text(),
    details: (kind & 2) === 0 ? undefined : (readValue(from) as Record<string, unknown>),
  });
}

// As JSON would have it: what is not there is left out.
function defined<T extends object>(value: T): T {
  for (const name in value) if (value[name] === undefined) delete value[name];
  return value;
}
