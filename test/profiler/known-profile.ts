import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { createProfile } from '../../packages/host/src/testing/index.ts';
import type {
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedRequest,
  RecordedResponse,
} from '../../packages/profiler/src/profile/profile.ts';

/** What differs from the profile of a plain `GET /` with the status 200. */
export interface KnownFacts {
  readonly summary?: Partial<ProfileSummary>;
  readonly data?: Partial<ProfileData>;
  readonly request?: Partial<RecordedRequest>;
  readonly response?: Partial<RecordedResponse>;
}

/** A profile with fixed values, including its token and its time, for tests of what is derived from it. */
export function knownProfile({ summary, data, request, response }: KnownFacts = {}): Profile {
  const plain = createProfile('GET /', { summary: { ...SUMMARY, ...summary } }).data;
  return createProfile('GET /', {
    summary: { ...SUMMARY, ...summary },
    data: {
      ...data,
      request: { ...plain.request, url: URL, method: 'GET', headers: HEADERS, handler: '/app/host.ts:5', ...request },
      response: { ...plain.response, ...RESPONSE, body: createBody('ok'), ...response },
    },
  });
}

const URL = 'http://localhost:8000/';
const HEADERS: RecordedRequest['headers'] = [['Host', 'localhost:8000']];
const RESPONSE: Partial<RecordedResponse> = { headers: [['Content-Type', 'text/plain']], lastByte: 39 };

const SUMMARY: Partial<ProfileSummary> = {
  ...{ token: 'a1b2c3', time: 1_795_000_000_000, duration: 40, route: 'home', bytes: 2, contentType: 'text/plain' },
  ...{ cost: 12, boot: 'k3x9', pid: 1, requestId: 'r1' },
};
