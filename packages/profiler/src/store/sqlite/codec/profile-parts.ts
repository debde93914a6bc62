import type { Decision, ListenerCall, LogLevel, Span, SpanKind } from 'oriel-core/trace';
import type {
  HeaderLine,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
} from '../../../profile/profile.ts';
import { readValue, writeValue } from './plain-value.ts';
import type { ProfileReader } from './profile-reader.ts';
import type { ProfileWriter } from './profile-writer.ts';

/** How a part of a profile is written and read. Writing throws `TypeError` for data of another type. */
export interface PartCodec<T> {
  readonly write: (to: ProfileWriter, part: T) => void;
  readonly read: (from: ProfileReader) => T;
}

const headerLine: PartCodec<HeaderLine> = {
  write(to, [name, value]) {
    to.text(name, SHORTEST_SHARED_HEADER);
    to.text(value, SHORTEST_SHARED_HEADER);
  },
  read: (from) => [from.text(), from.text()],
};
// The parser of Node.js creates new texts for each request, whose hashes would have to be computed for a lookup.
const SHORTEST_SHARED_HEADER = 24;
const headerLines = toList(headerLine);

const body: PartCodec<RecordedBody> = {
  write(to, { type, encoding, content, size, kept, digest, redacted }) {
    to.text(type);
    to.whole((encoding === 'text' ? 1 : 0) + (redacted ? 2 : 0));
    to.uniqueText(content);
    to.number(size);
    to.number(kept);
    to.optionalText(digest);
  },
  read(from) {
    const type = from.text();
    const flags = from.whole();
    return withoutUndefined<RecordedBody>({
      type,
      encoding: (flags & 1) === 1 ? 'text' : 'base64',
      content: from.text(),
      size: from.number(),
      kept: from.number(),
      digest: from.optionalText(),
      redacted: (flags & 2) === 2,
    });
  },
};

function writeOptionalBody(to: ProfileWriter, value: RecordedBody | undefined): void {
  to.whole(value === undefined ? 0 : 1);
  if (value !== undefined) body.write(to, value);
}

function readOptionalBody(from: ProfileReader): RecordedBody | undefined {
  return from.whole() === 0 ? undefined : body.read(from);
}

export const requestCodec: PartCodec<RecordedRequest> = {
  write(to, request) {
    to.text(request.method);
    to.uniqueText(request.url);
    to.text(request.version);
    headerLines.write(to, request.headers);
    headerLines.write(to, request.query);
    headerLines.write(to, request.cookies);
    writeValue(to, request.params);
    writeValue(to, request.attributes);
    writeOptionalBody(to, request.body);
    to.optionalText(request.handler);
  },
  read: (from) =>
    withoutUndefined({
      method: from.text(),
      url: from.text(),
      version: from.text(),
      headers: headerLines.read(from),
      query: headerLines.read(from),
      cookies: headerLines.read(from),
      params: readValue(from) as RecordedRequest['params'],
      attributes: readValue(from) as RecordedRequest['attributes'],
      body: readOptionalBody(from),
      handler: from.optionalText(),
    }),
};

export const responseCodec: PartCodec<RecordedResponse> = {
  write(to, response) {
    const { firstByte } = response;
    to.number(response.status);
    to.text(response.reason);
    headerLines.write(to, response.headers);
    writeOptionalBody(to, response.body);
    to.whole((response.aborted ? 1 : 0) + (firstByte === undefined ? 0 : 2));
    if (firstByte !== undefined) to.number(firstByte);
    to.number(response.lastByte);
  },
  read(from) {
    const status = from.number();
    const reason = from.text();
    const headers = headerLines.read(from);
    const content = readOptionalBody(from);
    const flags = from.whole();
    return withoutUndefined({
      status,
      reason,
      headers,
      body: content,
      firstByte: (flags & 2) === 0 ? undefined : from.number(),
      lastByte: from.number(),
      aborted: (flags & 1) === 1,
    });
  },
};

export const logsCodec: PartCodec<readonly RecordedLog[]> = toList({
  write(to, log) {
    to.number(log.at);
    to.text(log.level);
    to.text(log.channel);
    to.text(log.message);
    to.text(log.context);
    to.optionalText(log.route);
  },
  read: (from) =>
    withoutUndefined({
      at: from.number(),
      level: from.text() as LogLevel,
      channel: from.text(),
      message: from.text(),
      context: from.text(),
      route: from.optionalText(),
    }),
});

const OUTCOMES: readonly ListenerCall['outcome'][] = ['called', 'skipped', 'not-reached', 'threw', 'no-listener'];

export const pipelineCodec: PartCodec<readonly ListenerCall[]> = toList({
  write(to, call) {
    const { changes, stoppedBy } = call;
    to.whole(OUTCOMES.indexOf(call.outcome) * 4 + (changes === undefined ? 0 : 1) + (stoppedBy === undefined ? 0 : 2));
    to.text(call.event);
    to.text(call.listener);
    to.number(call.priority);
    to.number(call.start);
    to.number(call.duration);
    if (changes !== undefined) {
      to.whole(changes.length);
      for (const change of changes) to.text(change);
    }
    if (stoppedBy !== undefined) to.text(stoppedBy);
  },
  read(from) {
    const flags = from.whole();
    const outcome = OUTCOMES[flags >> 2];
    if (outcome === undefined) throw new RangeError(`There is no outcome ${flags >> 2}`);
    return withoutUndefined({
      event: from.text(),
      listener: from.text(),
      priority: from.number(),
      outcome,
      start: from.number(),
      duration: from.number(),
      changes: (flags & 1) === 0 ? undefined : from.list(() => from.text()),
      stoppedBy: (flags & 2) === 0 ? undefined : from.text(),
    });
  },
});

export const decisionsCodec: PartCodec<readonly Decision[]> = toList({
  write(to, { subject, outcome, because }) {
    to.text(subject);
    to.text(outcome);
    to.text(because);
  },
  read: (from) => ({ subject: from.text(), outcome: from.text(), because: from.text() }),
});

export const routingCodec: PartCodec<RecordedRouting> = {
  write(to, { path, method, outcome, candidates }) {
    to.text(path);
    to.text(method);
    to.text(outcome);
    to.sharedObject(candidates);
  },
  read: (from) => ({
    path: from.text(),
    method: from.text(),
    outcome: from.text(),
    candidates: from.sharedObject() as RecordedRouting['candidates'],
  }),
};

export const spansCodec: PartCodec<readonly Span[]> = toList({
  write(to, span) {
    const { error, details } = span;
    to.whole((error === undefined ? 0 : 1) + (details === undefined ? 0 : 2));
    to.number(span.id);
    to.number(span.parent);
    to.text(span.kind);
    to.text(span.name);
    to.number(span.start);
    to.number(span.duration);
    if (error !== undefined) to.text(error);
    if (details !== undefined) writeValue(to, details);
  },
  read(from) {
    const flags = from.whole();
    return withoutUndefined({
      id: from.number(),
      parent: from.number(),
      kind: from.text() as SpanKind,
      name: from.text(),
      start: from.number(),
      duration: from.number(),
      error: (flags & 1) === 0 ? undefined : from.text(),
      details: (flags & 2) === 0 ? undefined : (readValue(from) as Record<string, unknown>),
    });
  },
});

function toList<T>({ write, read }: PartCodec<T>): PartCodec<readonly T[]> {
  return {
    write(to, list) {
      if (!Array.isArray(list)) throw new TypeError('Not a list');
      to.whole(list.length);
      for (const entry of list as readonly T[]) write(to, entry);
    },
    read: (from) => from.list(() => read(from)),
  };
}

function withoutUndefined<T extends object>(value: T): T {
  for (const name in value) if (value[name] === undefined) delete value[name];
  return value;
}
