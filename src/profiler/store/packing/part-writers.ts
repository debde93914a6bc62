import type { Decision, ListenerCall, LogRecord } from '../../../core/trace/trace.ts';
import type { Span } from '../../../core/trace/span.ts';
import type { HeaderLine, RecordedBody, RecordedRequest, RecordedResponse, RecordedRouting } from '../../profile.ts';
import type { Way } from './packed-texts.ts';
import { writeValue } from './plain-value.ts';
import type { ProfileWriter } from './profile-writer.ts';

/** How each part of a profile is written; `unpack` reads it. */
export const ABSENT = 0;
export const PLAIN = 1;
export const PACKED = 2;
export const REPEATED = 3;

/** What the outcome of a call is as a number. */
export const OUTCOMES: readonly ListenerCall['outcome'][] = [
  'called',
  'skipped',
  'not-reached',
  'threw',
  'no-listener',
];

/** Writes what somebody said, which should be a text. */
export type Teller = (to: ProfileWriter, words: string) => void;

/** A list, each by the same writer. */
export function writeAll<T>(to: ProfileWriter, all: readonly T[], write: (to: ProfileWriter, each: T) => void): void {
  if (typeof all.length !== 'number') throw new TypeError('No list');
  const outer = to.enter(all.length);
  for (let i = 0; i < all.length; i++) write(to, all[i]!);
  to.leave(outer);
}

/** Lines as they are. */
export function writeLines(to: ProfileWriter, lines: readonly HeaderLine[]): void {
  const outer = to.enter(lines.length);
  for (let i = 0; i < lines.length; i++) {
    to.word(lines[i]![0]);
    to.word(lines[i]![1]);
  }
  to.leave(outer);
}

/** Names and values in turn, as a message keeps them; each value goes the way of its name. */
export function writeFlatHeaders(to: ProfileWriter, list: readonly string[], wayOf: (name: string) => Way): void {
  const outer = to.enter(list.length >> 1);
  for (let i = 0; i + 1 < list.length; i += 2) to.pair(list[i]!, list[i + 1]!, wayOf);
  to.leave(outer);
}

/** A request that was collected. */
export function writeRequest(to: ProfileWriter, request: RecordedRequest): void {
  const { method, url, version, headers, query, cookies, params, attributes, body, handler } = request;
  to.word(method);
  to.word(url);
  to.word(version);
  writeLines(to, headers);
  writeLines(to, query);
  writeLines(to, cookies);
  writeValue(to, params);
  writeValue(to, attributes);
  writeBody(to, body);
  to.maybe(handler);
}

/** A response that was collected. */
export function writeResponse(to: ProfileWriter, response: RecordedResponse): void {
  const { status, reason, headers, body, firstByte, lastByte, aborted } = response;
  to.same(status);
  to.word(reason);
  writeLines(to, headers);
  writeBody(to, body);
  writeDelivery(to, lastByte, aborted, firstByte);
}

/** How the answer left: the end of a response. */
export function writeDelivery(to: ProfileWriter, lastByte: number, aborted: boolean, firstByte?: number): void {
  to.number(lastByte);
  to.count((aborted ? 1 : 0) + (firstByte === undefined ? 0 : 2));
  if (firstByte !== undefined) to.number(firstByte);
}

/** A body, or none. */
export function writeBody(to: ProfileWriter, body: RecordedBody | undefined): void {
  if (body === undefined) return to.count(ABSENT);
  const { type, encoding, content, size, kept, digest, redacted } = body;
  to.count(PACKED);
  to.word(type);
  to.count((encoding === 'text' ? 1 : 0) + (redacted ? 2 : 0));
  to.word(content);
  to.same(size);
  to.same(kept);
  to.maybe(digest);
}

/** A log record, with the time and the context as they are told; `tell` writes what somebody may have said. */
export function writeLog(
  to: ProfileWriter,
  { level, channel, message, route }: Pick<LogRecord, 'level' | 'channel' | 'message' | 'route'>,
  at: number,
  context: string,
  tell: Teller = writeWord,
): void {
  to.number(at);
  to.word(level);
  to.word(channel);
  tell(to, message);
  to.word(context);
  to.maybe(route);
}

/** A call; each change goes its way. */
export function writeCall(to: ProfileWriter, call: ListenerCall, way?: Way): void {
  const { event, listener, priority, outcome, start, duration, changes, stoppedBy } = call;
  const kind = OUTCOMES.indexOf(outcome) * 4 + (changes === undefined ? 0 : 1) + (stoppedBy === undefined ? 0 : 2);
  to.count(kind);
  to.word(event);
  to.word(listener);
  to.same(priority);
  to.number(start);
  to.number(duration);
  if (changes !== undefined) {
    to.count(changes.length);
    for (const change of changes) to.word(change, way);
  }
  if (stoppedBy !== undefined) to.word(stoppedBy);
}

function writeWord(to: ProfileWriter, word: string): void {
  to.word(word);
}

/** A decision; `tell` writes each of its words. */
export function writeDecision(to: ProfileWriter, decision: Decision, tell: Teller = writeWord): void {
  tell(to, decision.subject);
  tell(to, decision.outcome);
  tell(to, decision.because);
}

/** Why this route; the path goes its way. */
export function writeRouting(to: ProfileWriter, routing: RecordedRouting, way?: Way): void {
  const { path, method, outcome, candidates } = routing;
  to.word(path, way);
  to.word(method);
  to.word(outcome);
  to.known(candidates);
}

/** A span up to its details, which the caller writes when there are any; `tell` writes its name. */
export function writeSpan(
  to: ProfileWriter,
  { id, parent, kind, start, duration }: Span,
  name: string,
  hasDetails: boolean,
  error: string | undefined,
  tell: Teller = writeWord,
): void {
  to.count((error === undefined ? 0 : 1) + (hasDetails ? 2 : 0));
  to.same(id);
  to.same(parent);
  to.word(kind);
  tell(to, name);
  to.number(start);
  to.number(duration);
  if (error !== undefined) to.word(error);
}
