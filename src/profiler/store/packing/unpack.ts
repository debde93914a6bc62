import type { Decision, ListenerCall, LogLevel } from '../../../core/trace/trace.ts';
import type { Span, SpanKind } from '../../../core/trace/span.ts';
import type {
  HeaderLine,
  ProfileData,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
} from '../../profile.ts';
import { LATER_PARTS, PARTS, VERSION } from './pack.ts';
import { ABSENT, OUTCOMES, PACKED, PLAIN, REPEATED } from './part-writers.ts';
import { readValue } from './plain-value.ts';
import { ProfileReader } from './profile-reader.ts';

/**
 * The data of a profile from what `pack` made of it. Throws a `RangeError` when it is damaged.
 *
 * @param texts the shared texts of its list, {@link textsIdOf} tells which
 */
export function unpack(bytes: Uint8Array, texts: readonly string[]): ProfileData {
  const version = bytes[0];
  if (version === undefined || version < 1 || version > VERSION)
    throw new RangeError(`Profiles are not packed in the way ${version}`);
  const from = new ProfileReader(bytes, texts, HEAD, version >= 3);
  const data: Record<string, unknown> = {};
  for (const part of PARTS) {
    const value = readPart(from, READERS[part]);
    if (value !== undefined) data[part] = value;
  }
  Object.assign(data, readPart(from, undefined));
  for (const part of LATER_PARTS.slice(0, LATER[version - 1])) {
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
// So many of them each version has.
const LATER = [0, 2, 3, 3];

const READERS: { readonly [Part in (typeof PARTS)[number]]?: (from: ProfileReader) => unknown } = {
  request: readRequest,
  response: readResponse,
  logs: (from) => from.list(() => readLog(from)),
  pipeline: (from) => from.list(() => readCall(from)),
  routing: readRouting,
  decisions: (from) => from.list(() => readDecision(from)),
  spans: (from) => from.list(() => readSpan(from)),
};

function readPart(from: ProfileReader, read: ((from: ProfileReader) => unknown) | undefined): unknown {
  const way = from.count();
  if (way === ABSENT) return undefined;
  if (way === PLAIN) return readValue(from);
  if (way === REPEATED) return from.repeated(from.count());
  if (way === PACKED && read) return read(from);
  throw new RangeError(`Parts are not packed in the way ${way}`);
}

function readLines(from: ProfileReader): HeaderLine[] {
  return from.list(() => [from.word(), from.word()] as const);
}

function readRequest(from: ProfileReader): RecordedRequest {
  return defined({
    method: from.word(),
    url: from.word(),
    version: from.word(),
    headers: readLines(from),
    query: readLines(from),
    cookies: readLines(from),
    params: readValue(from) as RecordedRequest['params'],
    attributes: readValue(from) as RecordedRequest['attributes'],
    body: readBody(from),
    handler: from.maybe(),
  });
}

function readResponse(from: ProfileReader): RecordedResponse {
  const status = from.same();
  const reason = from.word();
  const headers = readLines(from);
  const body = readBody(from);
  const lastByte = from.number();
  const flags = from.count();
  const firstByte = (flags & 2) === 0 ? undefined : from.number();
  return defined({ status, reason, headers, body, firstByte, lastByte, aborted: (flags & 1) === 1 });
}

function readBody(from: ProfileReader): RecordedBody | undefined {
  if (from.count() === ABSENT) return undefined;
  const type = from.word();
  const flags = from.count();
  return defined<RecordedBody>({
    type,
    encoding: (flags & 1) === 1 ? 'text' : 'base64',
    content: from.word(),
    size: from.same(),
    kept: from.same(),
    digest: from.maybe(),
    redacted: (flags & 2) === 2,
  });
}

function readLog(from: ProfileReader): RecordedLog {
  return defined({
    at: from.number(),
    level: from.word() as LogLevel,
    channel: from.word(),
    message: from.word(),
    context: from.word(),
    route: from.maybe(),
  });
}

function readCall(from: ProfileReader): ListenerCall {
  const kind = from.count();
  const outcome = OUTCOMES[kind >> 2];
  if (outcome === undefined) throw new RangeError(`There is no outcome ${kind >> 2}`);
  return defined({
    event: from.word(),
    listener: from.word(),
    priority: from.same(),
    outcome,
    start: from.number(),
    duration: from.number(),
    changes: (kind & 1) === 0 ? undefined : from.few(() => from.word()),
    stoppedBy: (kind & 2) === 0 ? undefined : from.word(),
  });
}

function readDecision(from: ProfileReader): Decision {
  return { subject: from.word(), outcome: from.word(), because: from.word() };
}

function readRouting(from: ProfileReader): RecordedRouting {
  const [path, method, outcome] = [from.word(), from.word(), from.word()];
  return { path, method, outcome, candidates: from.known() as RecordedRouting['candidates'] };
}

function readSpan(from: ProfileReader): Span {
  const kind = from.count();
  return defined({
    id: from.same(),
    parent: from.same(),
    kind: from.word() as SpanKind,
    name: from.word(),
    start: from.number(),
    duration: from.number(),
    error: (kind & 1) === 0 ? undefined : from.word(),
    details: (kind & 2) === 0 ? undefined : (readValue(from) as Record<string, unknown>),
  });
}

// As JSON would have it: what is not there is left out.
function defined<T extends object>(value: T): T {
  for (const name in value) if (value[name] === undefined) delete value[name];
  return value;
}
