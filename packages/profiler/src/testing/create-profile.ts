import { reasonPhrase } from 'oriel-core/http';
import type { Profile, ProfileData, ProfileSummary, RecordedBody } from '../profile/profile.ts';

/** The values of a profile that a test needs; all others have defaults. */
export interface ProfileFacts {
  readonly summary?: Partial<ProfileSummary>;
  readonly data?: Partial<ProfileData>;
}

/**
 * Returns a profile for a test, such as one to write into a profile storage.
 *
 * @param line the method and target, such as `GET /cities?page=2`, or a method and a URL
 * @param facts values that differ from the defaults
 *
 * @example
 * ```ts
 * import { createProfile } from 'oriel-host/testing';
 * createProfile('GET /cities', { summary: { status: 404 } }).summary.url; // => 'http://localhost:8000/cities'
 * ```
 */
export function createProfile(line = 'GET /', facts: ProfileFacts = {}): Profile {
  const [method = 'GET', target = '/'] = line.split(' ');
  const url = new URL(target, 'http://localhost:8000');
  count += 1;
  const summary: ProfileSummary = {
    token: ((count * 0x9e3779) & 0xffffff).toString(16).padStart(6, '0'),
    time: Date.now(),
    duration: 12.3,
    ip: '127.0.0.1',
    method,
    url: url.href,
    path: url.pathname,
    host: url.hostname,
    status: 200,
    route: undefined,
    bytes: 812,
    requestBytes: 0,
    contentType: 'application/json',
    dbCount: 0,
    dbTime: 0,
    httpCount: 0,
    httpTime: 0,
    warnings: 0,
    errors: 0,
    exception: undefined,
    findings: [],
    aborted: false,
    cost: 18,
    app: 'shop',
    boot: 'boot-1',
    pid: 4242,
    requestId: `request-${count}`,
    traceId: undefined,
    weight: 1,
    visitor: undefined,
    pinned: false,
    note: undefined,
    ...facts.summary,
  };
  return { summary, data: getData(summary, [...url.searchParams], facts.data ?? {}) };
}

/**
 * Returns a recorded body that is not truncated: a string as text, bytes as base64.
 *
 * @example
 * ```ts
 * import { createBody } from './create-profile.ts';
 * createBody('{"id":7}', 'application/json').size; // => 8
 * ```
 */
export function createBody(content: string | Uint8Array, type = 'text/plain'): RecordedBody {
  const bytes = Buffer.from(content as string);
  const isText = typeof content === 'string';
  return {
    type,
    encoding: isText ? 'text' : 'base64',
    content: isText ? content : bytes.toString('base64'),
    size: bytes.length,
    kept: bytes.length,
    digest: undefined,
    redacted: false,
  };
}

let count = 0;

function getData(
  summary: ProfileSummary,
  query: readonly [string, string][],
  facts: Partial<ProfileData>,
): ProfileData {
  const { method, url, status, duration, aborted, host, contentType = 'application/json' } = summary;
  return {
    request: {
      method,
      url,
      version: '1.1',
      query,
      cookies: [],
      params: {},
      attributes: {},
      body: undefined,
      handler: undefined,
      headers: [
        ['Host', host],
        ['Accept', '*/*'],
      ],
    },
    response: {
      status,
      reason: reasonPhrase(status),
      headers: [['Content-Type', contentType]],
      body: undefined,
      lastByte: duration,
      aborted,
    },
    exception: undefined,
    logs: [],
    pipeline: [],
    routing: undefined,
    decisions: [],
    spans: [],
    findings: [],
    config: {},
    panels: {},
    dropped: {},
    ...facts,
  };
}
