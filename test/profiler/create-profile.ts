import type {
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedBody,
  RecordedRequest,
  RecordedResponse,
} from '../../src/profiler/index.ts';

/** What a made-up profile differs in from a plain `GET /` that was answered with 200. */
export interface ProfileInput {
  readonly summary?: Partial<ProfileSummary>;
  readonly data?: Partial<ProfileData>;
  readonly request?: Partial<RecordedRequest>;
  readonly response?: Partial<RecordedResponse>;
}

/** Makes up a profile. */
export function createProfile({ summary, data, request, response }: ProfileInput = {}): Profile {
  return {
    summary: { ...SUMMARY, ...summary },
    data: { ...DATA, ...data, request: { ...DATA.request, ...request }, response: { ...DATA.response, ...response } },
  };
}

/** A body that was kept whole: a text as text, bytes as base64. */
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

const SUMMARY: ProfileSummary = {
  ...{
    token: 'a1b2c3',
    time: 1_795_000_000_000,
    duration: 40,
    ip: '127.0.0.1',
    method: 'GET',
    url: 'http://localhost:8000/',
  },
  ...{ path: '/', host: 'localhost', status: 200, route: 'home', bytes: 2, requestBytes: 0, contentType: 'text/plain' },
  ...{ dbCount: 0, dbTime: 0, httpCount: 0, httpTime: 0, warnings: 0, errors: 0, exception: undefined, findings: [] },
  ...{
    aborted: false,
    cost: 12,
    boot: 'k3x9',
    pid: 1,
    requestId: 'r1',
    traceId: undefined,
    pinned: false,
    note: undefined,
  },
};

const DATA: ProfileData = {
  request: {
    method: 'GET',
    url: 'http://localhost:8000/',
    version: '1.1',
    headers: [['Host', 'localhost:8000']],
    query: [],
    cookies: [],
    params: {},
    attributes: {},
    body: undefined,
    handler: '/app/host.ts:5',
  },
  response: {
    status: 200,
    reason: 'OK',
    headers: [['Content-Type', 'text/plain']],
    body: createBody('ok'),
    lastByte: 39,
    aborted: false,
  },
  ...{
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
  },
};
