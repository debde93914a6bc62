import { MASK } from 'oriel-core/redaction';
import type { HeaderLine, RecordedBody } from '../../profile/profile.ts';
import { splitRecordedUrl, toRepeatableRequest } from '../export/repeatable-request.ts';
import type { RepeatableBody, RepeatableRequest, RepeatableSource } from '../export/repeatable-request.ts';
import type { MaskedValue } from '../export/placeholders.ts';
import { findValue, insertBodyValues, insertCookies, insertHeaderValues, insertTargetValues } from './insert-values.ts';
import type { MaskedValues } from './insert-values.ts';
import { buildReplayHeaders, isDroppedHeader } from './replay-headers.ts';
import { parseReplayOrigin, quote } from './replay-origin.ts';

/** What differs from the recorded request because the user wants it. */
export interface ReplayEdits {
  readonly method?: string | undefined;
  /** `/orders?page=2`. Masked values in it have the variables of the recorded target. */
  readonly target?: string | undefined;
  /** All header lines, in place of the recorded ones. Those of the host, length and connection are still corrected. */
  readonly headers?: readonly HeaderLine[] | undefined;
  /** The value of `Host`, in place of the origin. */
  readonly host?: string | undefined;
  /** A text, in which masked values are replaced, or the bytes that are sent. */
  readonly body?: string | Buffer | undefined;
  /** The masked values, by the name of their variable. */
  readonly values?: MaskedValues | undefined;
  /** Where the request is sent, in place of the recorded origin: `http://localhost:4000`. */
  readonly origin?: string | undefined;
}

export interface PreparedReplay {
  readonly recordedToken: string;
  readonly method: string;
  /** Where it is sent, whatever its headers contain. */
  readonly origin: URL;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer | undefined;
  /** What is not as in the recorded request, as sentences; edits are not among them. */
  readonly differences: readonly string[];
  /** The masked values that were not given. Cookies and headers are left out, other values are empty. */
  readonly missing: readonly MaskedValue[];
  /** Whether the method is one that changes nothing on the server: GET, HEAD or OPTIONS. */
  readonly isSafe: boolean;
}

export interface ReplayProblems {
  readonly problems: readonly string[];
}

/**
 * Returns a recorded request as it is sent again, or why it cannot be sent. Anyone may have written the profile, so the request is sent to
 * the returned origin and to no other host; that is one of this machine unless `allowsRemote` is set.
 *
 * @param allowsRemote whether `edits.origin` may be on another machine, because the user of a command has named it
 */
export function prepareReplay(
  profile: RepeatableSource,
  edits: ReplayEdits = {},
  { allowsRemote = false }: { readonly allowsRemote?: boolean } = {},
): PreparedReplay | ReplayProblems {
  if (!isComplete(profile)) return { problems: ['The profile has no complete request.'] };
  const recorded = splitRecordedUrl(profile);
  const problems: string[] = [];
  const isRemoteAllowed = allowsRemote && edits.origin !== undefined;
  const origin = parseReplayOrigin(edits.origin ?? recorded.origin, isRemoteAllowed, problems);
  const method = (edits.method ?? profile.data.request.method).toUpperCase();
  const target = edits.target ?? recorded.target;
  problems.push(...findTargetProblems(target, method), ...findMessageProblems(profile, edits, method));
  if (origin === undefined || problems.length > 0) return { problems };
  const request = toRepeatableRequest(applyEdits(profile, edits, { method, target, origin }));
  if (request === undefined) return { problems: [`The method "${quote(method)}" cannot be sent.`] };
  return buildReplay(profile, edits, request, origin);
}

function buildReplay(
  profile: RepeatableSource,
  { values = {}, host }: ReplayEdits,
  request: RepeatableRequest,
  origin: URL,
): PreparedReplay | ReplayProblems {
  const { method, version, masked } = request;
  const { method: recordedMethod, body: recordedBody } = profile.data.request;
  const differences = [...request.notes];
  if (request.body.kind === 'lost') differences.push('The request is sent without a body.');
  if (version !== '1.1') differences.push(`The request is sent with HTTP/1.1, not HTTP/${quote(version)}.`);
  if (recordedMethod !== method && recordedMethod.toUpperCase() === method)
    differences.push('The method is sent in upper case.');
  const body = encodeBody(request.body, recordedBody?.type ?? '', values);
  const target = insertTargetValues(request.target, values);
  const lines = request.lines.flatMap(({ name, value }): HeaderLine[] => {
    if (isDroppedHeader(name)) return [[name, '']];
    const text = (name.toLowerCase() === 'cookie' ? insertCookies : insertHeaderValues)(value, values);
    return text === undefined ? [] : [[name, text]];
  });
  const headers = buildReplayHeaders(lines, { method, origin, host, body }, differences);
  const missing = masked.filter(
    ({ variable, in: location, name }) =>
      findValue(values, variable) === undefined && !(location === 'header' && isDroppedHeader(name)),
  );
  differences.push(...missing.map(describeMissing));
  const problems = [...findTargetProblems(target, method), ...headers.flatMap(findHeaderProblems)];
  if (problems.length > 0) return { problems };
  const isSafe = SAFE_METHODS.has(method);
  const recordedToken = profile.summary.token;
  return { recordedToken, method, origin, target, headers, body, differences, missing, isSafe };
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

// A profile that was imported may have any values.
function isComplete({ data }: RepeatableSource): boolean {
  const { method, url, version, headers, body } = data.request;
  const isText = (value: unknown): boolean => typeof value === 'string';
  const hasBody = body !== undefined && body !== null;
  return (
    [method, url, version].every(isText) &&
    Array.isArray(headers) &&
    headers.every((line) => Array.isArray(line) && line.length === 2 && line.every(isText)) &&
    (!hasBody || (isText(body.content) && isText(body.type)))
  );
}

function applyEdits(
  profile: RepeatableSource,
  { headers, body }: ReplayEdits,
  { method, target, origin }: { readonly method: string; readonly target: string; readonly origin: URL },
): RepeatableSource {
  const { request } = profile.data;
  const edited = body === undefined ? request.body : recordEditedBody(body, request.body?.type ?? '');
  return {
    summary: { ...profile.summary, path: target === '*' ? '*' : '' },
    data: {
      request: { ...request, method, url: origin.origin + target, headers: headers ?? request.headers, body: edited },
    },
  };
}

function recordEditedBody(body: string | Buffer, type: string): RecordedBody {
  const size = Buffer.byteLength(body);
  const recorded = { type, size, kept: size, digest: undefined };
  if (typeof body !== 'string')
    return { ...recorded, encoding: 'base64', content: body.toString('base64'), redacted: false };
  return { ...recorded, encoding: 'text', content: body, redacted: body.includes(MASK) };
}

function encodeBody(body: RepeatableBody, type: string, values: MaskedValues): Buffer | undefined {
  if (body.kind === 'text') return insertBodyValues(body.pieces, values, type);
  return body.kind === 'bytes' ? Buffer.from(body.base64, 'base64') : undefined;
}

function describeMissing({ in: location, name }: MaskedValue): string {
  if (location === 'cookie') return `The cookie "${quote(name)}" is left out, because its value was masked.`;
  if (location === 'header') return `The header ${quote(name)} is left out, because its value was masked.`;
  return `The value of "${quote(name)}" in the ${location} is empty, because it was masked.`;
}

function findTargetProblems(target: string, method: string): string[] {
  if (target === '*') return method === 'OPTIONS' ? [] : [`The target "*" is for OPTIONS, not for ${quote(method)}.`];
  if (!target.startsWith('/')) return [`The target "${quote(target)}" does not begin with "/".`];
  return INVALID_TARGET.test(target.replaceAll(MASK, ''))
    ? [`The target "${quote(target)}" has characters that HTTP does not allow; encode them with "%".`]
    : [];
}

function findMessageProblems({ data }: RepeatableSource, { host, headers }: ReplayEdits, method: string): string[] {
  const lines = headers ?? data.request.headers;
  const isHandshake = lines.some(([name]) => name.toLowerCase() === 'sec-websocket-key');
  return [
    ...(method === 'CONNECT' ? ['CONNECT opens a tunnel, and is not sent again.'] : []),
    ...(isHandshake ? ['A WebSocket is opened by its client, and is not sent again.'] : []),
    ...(host === undefined || HOST.test(host) ? [] : [`The host "${quote(host)}" is invalid.`]),
  ];
}

function findHeaderProblems([name, value]: HeaderLine): string[] {
  return INVALID_VALUE.test(value)
    ? [`The value of the header ${quote(name)} has characters that HTTP does not allow.`]
    : [];
}

// What the client of Node.js accepts: one character for each byte.
const INVALID_TARGET = /[^\x21-\xff]/;
const INVALID_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const HOST = /^[\w.:[\]-]{1,260}$/;
