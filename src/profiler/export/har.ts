import { MASK } from '../../core/http/sensitive.ts';
import type { HeaderLine, Profile, RecordedBody } from '../profile.ts';

/** Who wrote the file, as HAR wants it. */
export interface HarOptions {
  readonly version?: string;
}

/** Profiles as an HTTP Archive (HAR 1.2), which browsers and proxies open. */
export function toHar(profiles: readonly Profile[], { version = '' }: HarOptions = {}): object {
  const entries = profiles.toSorted((a, b) => a.summary.time - b.summary.time).map(entryOf);
  return {
    log: {
      version: '1.2',
      creator: { name: 'Oriel', version },
      entries,
      comment: `Values shown as ${MASK} were redacted when they were recorded`,
    },
  };
}

function entryOf({ summary, data }: Profile): object {
  const { request, response, pipeline } = data;
  const httpVersion = `HTTP/${request.version}`;
  const total = Math.max(0, summary.duration);
  const answered = (Array.isArray(pipeline) ? pipeline : []).findLast(
    ({ event, outcome }) => event === 'kernel.response' && outcome === 'called',
  );
  const wait = Math.min(total, answered ? answered.start + answered.duration : total);
  return {
    startedDateTime: new Date(summary.time).toISOString(),
    time: total,
    request: {
      method: request.method,
      url: request.url,
      httpVersion,
      cookies: request.cookies.map(([name, value]) => ({ name, value })),
      headers: pairs(request.headers),
      queryString: pairs(request.query),
      ...(request.body && request.body.size > 0 ? { postData: postDataOf(request.body) } : {}),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
    },
    response: {
      status: response.status,
      statusText: response.reason,
      httpVersion,
      cookies: response.headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(cookieOf),
      headers: pairs(response.headers),
      content: contentOf(response.body, summary.contentType),
      redirectURL: headerOf(response.headers, 'location'),
      headersSize: -1,
      bodySize: summary.bytes,
    },
    cache: {},
    // The clock of the server: it knows nothing of names looked up, of connecting, nor of when a client had sent all.
    timings: { send: 0, wait, receive: total - wait },
    comment: `Profile ${summary.token}${summary.route === undefined ? '' : `, route ${summary.route}`}`,
  };
}

function pairs(lines: readonly HeaderLine[]): object[] {
  return lines.map(([name, value]) => ({ name, value }));
}

function postDataOf(body: RecordedBody): object {
  const { type, encoding, content } = body;
  const mimeType = type === '' ? 'application/octet-stream' : type;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type) && encoding === 'text';
  const params = isForm ? Array.from(new URLSearchParams(content), ([name, value]) => ({ name, value })) : [];
  // HAR 1.2 has no place for bytes here; what others do is say so in a comment.
  const comment =
    encoding === 'base64' ? { comment: ['base64', cutOf(body)].filter(Boolean).join('; ') } : commentOf(body);
  return { mimeType, params, text: content, ...comment };
}

function contentOf(body: RecordedBody | undefined, contentType: string | undefined): object {
  const mimeType = body?.type || contentType || 'application/octet-stream';
  if (!body) return { size: 0, mimeType };
  return {
    size: body.size,
    mimeType,
    text: body.content,
    ...(body.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...commentOf(body),
  };
}

function commentOf(body: RecordedBody): { comment?: string } {
  const comment = cutOf(body);
  return comment === '' ? {} : { comment };
}

function cutOf({ kept, size, digest, redacted }: RecordedBody): string {
  if (redacted) return 'secrets were taken out';
  return kept < size
    ? `only ${kept} of ${size} bytes were kept${digest === undefined ? '' : `, sha-256 ${digest}`}`
    : '';
}

function cookieOf([, line]: HeaderLine): object {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const of = (name: string): string | undefined =>
    attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const has = (name: string): boolean => attributes.some((each) => each.toLowerCase() === name);
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

function headerOf(lines: readonly HeaderLine[], wanted: string): string {
  return lines.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
