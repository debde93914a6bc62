import { MASK } from 'oriel-core/redaction';
import { findHeader, isWork, toList } from '../../profile/recorded-values.ts';
import type { HeaderLine, Profile, ProfileData, RecordedBody } from '../../profile/profile.ts';
import { isTruncated } from '../render/body-view.ts';

export interface HarOptions {
  /** Version of Oriel for the field `creator`. */
  readonly version?: string;
}

/** Converts profiles to an HTTP Archive (HAR 1.2). Those of jobs are left out, because they are no requests. */
export function toHar(profiles: readonly Profile[], options: HarOptions = {}): object {
  const sorted = profiles.toSorted((a, b) => a.summary.time - b.summary.time);
  return createHar(
    sorted.map(toHarEntry).filter((entry) => entry !== undefined),
    options,
  );
}

/** Creates an archive of entries, the oldest first. */
export function createHar(entries: readonly object[], { version = '' }: HarOptions = {}): object {
  const comment = `Values shown as ${MASK} were masked in the profile`;
  return { log: { version: '1.2', creator: { name: 'Oriel', version }, entries, comment } };
}

/** Converts a profile to an entry of an archive; undefined for that of a job. */
export function toHarEntry({ summary, data }: Profile): object | undefined {
  if (isWork(summary)) return undefined;
  const { request, response } = data;
  const httpVersion = `HTTP/${request.version}`;
  const total = Math.max(0, summary.duration);
  const wait = Math.min(total, findFirstByte(data) ?? total);
  return {
    startedDateTime: new Date(summary.time).toISOString(),
    time: total,
    request: {
      method: request.method,
      url: request.url,
      httpVersion,
      cookies: request.cookies.map(([name, value]) => ({ name, value })),
      headers: toPairs(request.headers),
      queryString: toPairs(request.query),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
      ...(request.body && request.body.size > 0 && describeRequestBody(request.body)),
    },
    response: {
      status: response.status,
      statusText: response.reason,
      httpVersion,
      cookies: response.headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(parseCookie),
      headers: toPairs(response.headers),
      content: toContent(response.body, summary.contentType),
      redirectURL: findHeader(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: summary.bytes,
    },
    cache: {},
    // The server cannot measure DNS lookup, connecting and sending.
    timings: { send: 0, wait, receive: total - wait },
    comment: `Profile ${summary.token}${summary.route === undefined ? '' : `, route ${summary.route}`}`,
  };
}

// Profiles of a host are of the time before the first byte if their listeners have prepared the response.
function findFirstByte({ response, pipeline }: ProfileData): number | undefined {
  if (typeof response.firstByte === 'number') return Math.max(0, response.firstByte);
  const answered = toList(pipeline).findLast(
    ({ event, outcome }) => event === 'kernel.response' && outcome === 'called',
  );
  return answered && answered.start + answered.duration;
}

function toPairs(lines: readonly HeaderLine[]): object[] {
  return lines.map(([name, value]) => ({ name, value }));
}

// Part of a body would be sent again, played back, or checked against a contract, as if it were all of it.
// Without a text, browsers show the body "undefined", so the comment is that of the request.
function describeRequestBody(body: RecordedBody): object {
  return isTruncated(body) ? buildComment(body) : { postData: toPostData(body) };
}

function toPostData(body: RecordedBody): object {
  const { type, encoding, content } = body;
  const mimeType = type === '' ? 'application/octet-stream' : type;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type) && encoding === 'text';
  const params = isForm ? Array.from(new URLSearchParams(content), ([name, value]) => ({ name, value })) : [];
  // HAR 1.2 has no encoding field here; a comment states it, as in other tools.
  const comment = encoding === 'base64' ? { comment: 'base64' } : buildComment(body);
  return { mimeType, params, text: content, ...comment };
}

function toContent(body: RecordedBody | undefined, contentType: string | undefined): object {
  const mimeType = body?.type || contentType || 'application/octet-stream';
  if (!body) return { size: 0, mimeType };
  return {
    size: body.size,
    mimeType,
    ...(isTruncated(body) ? {} : { text: body.content, ...(body.encoding === 'base64' && { encoding: 'base64' }) }),
    ...buildComment(body),
  };
}

function buildComment(body: RecordedBody): { comment?: string } {
  const comment = describeTruncation(body);
  return comment === '' ? {} : { comment };
}

function describeTruncation(body: RecordedBody): string {
  const { kept, size, digest, redacted } = body;
  if (!isTruncated(body)) return redacted ? 'secrets were masked' : '';
  return `only ${kept} of ${size} bytes were kept${digest === undefined ? '' : `, sha-256 ${digest}`}`;
}

function parseCookie([, line]: HeaderLine): object {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const of = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const has = (name: string): boolean => attributes.some((attribute) => attribute.toLowerCase() === name);
  const expires = of('expires');
  const time = expires === undefined ? NaN : Date.parse(expires);
  return {
    name: equals < 0 ? pair : pair.slice(0, equals),
    value: equals < 0 ? '' : pair.slice(equals + 1),
    ...(of('path') === undefined ? {} : { path: of('path') }),
    ...(of('domain') === undefined ? {} : { domain: of('domain') }),
    ...(Number.isNaN(time) ? {} : { expires: new Date(time).toISOString() }),
    httpOnly: has('httponly'),
    secure: has('secure'),
  };
}
