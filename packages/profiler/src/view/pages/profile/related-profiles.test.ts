import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import type { Profile, ProfileSummary } from '../../../profile/profile.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';
import {
  findAdjacentProfiles,
  findCallees,
  findCaller,
  findRedirects,
  findVisitorRequests,
} from './related-profiles.ts';

const TIME = Date.now() - 60_000;

function made(line: string, summary: Partial<ProfileSummary> = {}, location?: string, agent = 'curl'): Profile {
  const profile = createProfile(line, { summary: { time: TIME, ...summary } });
  const { request, response } = profile.data;
  return {
    ...profile,
    data: {
      ...profile.data,
      request: { ...request, headers: [['User-Agent', agent]] },
      response: { ...response, headers: location === undefined ? [] : [['Location', location]] },
    },
  };
}

function createLinks(all: readonly Profile[], of: Profile) {
  const storage = new MemoryProfileStorage();
  storage.write(all);
  return findRedirects(storage, of);
}

const LEADER = made('GET /old', { status: 302, token: '000001' }, '/new?page=2');
const FOLLOWER = made('GET /new?page=2', { token: '000002', time: TIME + 20 });

test('a redirect and the request that followed it link to each other', async () => {
  deepEqual(await createLinks([LEADER, FOLLOWER], LEADER), { to: '000002', from: undefined });
  deepEqual(await createLinks([LEADER, FOLLOWER], FOLLOWER), { to: undefined, from: '000001' });
});

test('requests with another URL, client or a later time do not follow a redirect', async () => {
  for (const other of [
    made('GET /new?page=3', { token: '000003', time: TIME + 20 }),
    made('GET /new?page=2', { token: '000003', time: TIME + 20, ip: '10.0.0.9' }),
    made('GET /new?page=2', { token: '000003', time: TIME + 20 }, undefined, 'Firefox'),
    made('GET /new?page=2', { token: '000003', time: TIME + 6_000 }),
    made('GET /new?page=2', { token: '000003', time: TIME - 20 }),
  ]) {
    deepEqual(await createLinks([LEADER, other], LEADER), { to: undefined, from: undefined });
    deepEqual(await createLinks([LEADER, other], other), { to: undefined, from: undefined });
  }
});

test('an invalid Location and statuses other than 3xx are ignored', async () => {
  const broken = made('GET /old', { status: 302, token: '000001' }, 'http://[');
  deepEqual(await createLinks([broken, FOLLOWER], broken), { to: undefined, from: undefined });
  const created = made('POST /old', { status: 201, token: '000001' }, '/new?page=2');
  deepEqual(await createLinks([created, FOLLOWER], FOLLOWER), { to: undefined, from: undefined });
});

test('the caller is found beside profiles that another process stored in an unknown format', async () => {
  const called = made('GET /stock', { token: '000001' });
  const spans = [{ id: 1, parent: 0, kind: 'http', name: 'x', start: 0, duration: 1, details: { profile: '000001' } }];
  const withSpans = (token: string, list: unknown): Profile => {
    const profile = made('GET /cart', { token, httpCount: 1 });
    return { ...profile, data: { ...profile.data, spans: list as never } };
  };
  const storage = new MemoryProfileStorage();
  storage.write([called, withSpans('000002', spans), withSpans('000003', [null, 5]), withSpans('000004', null)]);
  equal(await findCaller(storage, called), '000002');
});

test('the profile of an outgoing call is found in the same store, whatever the host, and only if it is that of the call', async () => {
  const storage = new MemoryProfileStorage();
  const callee = createProfile('GET /stock/7', { summary: { token: 'abc123', app: 'stock', host: 'stock:2' } });
  const other = createProfile('GET /other', { summary: { token: 'abc124' } });
  storage.write([callee, other]);
  const caller = createProfile('GET /cart', {
    data: {
      spans: ['abc123', 'abc124', 'abc125', '../../x', undefined].map((profile, index) => ({
        ...{ id: index, parent: 0, kind: 'http', name: 'GET', start: 0, duration: 1, error: undefined },
        details: { method: 'GET', url: 'http://stock:2/stock/7?x=1', profile },
      })),
    },
  });
  deepEqual([...(await findCallees(storage, caller))], ['abc123']);
});

test('the previous and the next profile are those of the same application', async () => {
  const storage = new MemoryProfileStorage();
  const [first, foreign, second] = ['shop', 'billing', 'shop'].map((app, index) =>
    made('GET /health', { token: `00001${index}`, time: TIME + index, app }),
  );
  storage.write([first!, foreign!, second!]);
  deepEqual(await findAdjacentProfiles(storage, second!.summary), { older: '000010', newer: undefined });
  deepEqual(await findAdjacentProfiles(storage, foreign!.summary), { older: undefined, newer: undefined });
});

test('the requests beside one of the same visitor are found in any application, others are not', async () => {
  const [ada, bob] = ['3f9a1c22aaaaaaaa', '3f9a1c22bbbbbbbb'];
  const requests = [
    made('GET /', { token: '000001', time: TIME, visitor: ada }),
    made('POST /login', { token: '000002', time: TIME + 10, visitor: ada, app: 'accounts' }),
    made('GET /other', { token: '000003', time: TIME + 15, visitor: bob }),
    made('GET /account', { token: '000004', time: TIME + 20, visitor: ada }),
    made('GET /anonymous', { token: '000005', time: TIME + 30 }),
  ];
  const storage = new MemoryProfileStorage();
  storage.write(requests);
  const tokensBeside = async (index: number): Promise<unknown> => {
    const found = await findVisitorRequests(storage, requests[index]!.summary);
    return found && [found.id, found.older?.token, found.newer?.token];
  };
  deepEqual(await tokensBeside(0), ['3f9a1c22', undefined, '000002']);
  deepEqual(await tokensBeside(1), ['3f9a1c22', '000001', '000004']);
  deepEqual(await tokensBeside(2), ['3f9a1c22', undefined, undefined]);
  equal(await tokensBeside(4), undefined);
});
