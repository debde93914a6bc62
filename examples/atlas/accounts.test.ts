import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { ADA, BEN, GRACE, READER, json, openTestAtlas } from './test-atlas.ts';
import type { Send, TestAccount } from './test-atlas.ts';

const { transports } = await openTestAtlas();
const NEW = { name: 'Orielby', country: '/api/countries/FI', latitude: 60.5, longitude: 24.25, population: 7 };
const HELSINKI = '/api/cities/658225';
const MERGE = { 'Content-Type': 'application/merge-patch+json' };

interface City {
  readonly owner: string | null;
  readonly population: number;
}

/** Logs in and returns the session cookie and the CSRF token that a page sends. */
async function logIn(send: Send, { username, password }: TestAccount): Promise<Readonly<Record<string, string>>> {
  const entered = await send('/login', json({ username, password }));
  equal(entered.status, 200);
  const session = { Cookie: entered.headers.get('Set-Cookie')!.split(';')[0]! };
  const { token, ...current } = (await (await send('/session', { headers: session })).json()) as { token: string };
  deepEqual(current, { id: username, roles: ['editor'] });
  return { ...session, 'X-CSRF-Token': token };
}

for (const [transport, send] of transports) {
  const add = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const created = await send('/api/cities', json(NEW, 'POST', headers));
    equal(created.status, 201);
    return created.headers.get('Location')!;
  };
  const remove = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    send(path, { method: 'DELETE', headers });
  const patch = (path: string, body: object, headers: Readonly<Record<string, string>>) =>
    send(path, json(body, 'PATCH', { ...headers, ...MERGE }));

  test(`${transport}: editors log in, add, change and delete cities, and log out`, async () => {
    const ada = await logIn(send, ADA);
    const ben = await logIn(send, BEN);
    const path = await add(ada);
    equal(((await (await send(path)).json()) as City).owner, 'ada');

    const changed = await patch(path, { population: 8 }, ben);
    deepEqual([changed.status, ((await changed.json()) as City).owner], [200, 'ada']);
    const refused = await remove(path, ben);
    equal(refused.status, 403);
    equal(((await refused.json()) as { detail: string }).detail, 'Only the user who added a city may delete it');
    equal((await remove(path, ada)).status, 204);
    equal((await send(path)).status, 404);

    equal((await send('/logout', { method: 'POST', headers: ada })).status, 204);
    equal((await send('/api/cities', json(NEW, 'POST', ada))).status, 401);
    equal((await patch(HELSINKI, { admin: '01' }, ben)).status, 200);
  });

  test(`${transport}: requests with a session need a CSRF token, and requests with an API key do not`, async () => {
    const { Cookie, ...token } = (await logIn(send, ADA)) as { Cookie: string };
    for (const [headers, reason] of [
      [{ Cookie }, 'no-token'],
      [{ Cookie, 'X-CSRF-Token': 'x'.repeat(43) }, 'wrong-token'],
      [{ Cookie, ...token, Origin: 'https://other.example' }, 'foreign-origin'],
    ] as const) {
      const refused = await send('/api/cities', json(NEW, 'POST', headers));
      const problem = (await refused.json()) as { type: string; reason: string };
      deepEqual([refused.status, problem.type, problem.reason], [403, '/problems/csrf', reason]);
    }
    deepEqual(await (await send('/session', { headers: ADA.headers })).json(), { id: 'ada', roles: ['editor'] });
    equal((await send('/session')).status, 401);
  });

  test(`${transport}: anonymous clients may read, and get the accepted schemes when they try to write`, async () => {
    for (const path of ['/api', '/api/countries/FI', HELSINKI, '/api/cities?name=hel']) {
      const answer = await send(path);
      equal(answer.status, 200, path);
      equal(answer.headers.get('Set-Cookie'), null, path);
    }
    for (const request of [
      send('/api/cities', json(NEW)),
      send(HELSINKI, json(NEW, 'PUT')),
      patch(HELSINKI, { population: 1 }, {}),
      remove(HELSINKI),
    ]) {
      const refused = await request;
      equal(refused.status, 401);
      match(refused.headers.get('WWW-Authenticate')!, /^ApiKey realm="Atlas", header="X-Api-Key"/);
    }
  });

  test(`${transport}: users without a role may only read`, async () => {
    equal((await send(HELSINKI, { headers: READER.headers })).status, 200);
    equal((await send('/api/cities', json(NEW, 'POST', READER.headers))).status, 403);
    equal((await remove(HELSINKI, READER.headers)).status, 403);
  });

  test(`${transport}: scripts use an API key, and only admins delete cities of the original data`, async () => {
    const path = await add(ADA.headers);
    equal((await remove(HELSINKI, ADA.headers)).status, 403);
    equal((await remove(path, GRACE.headers)).status, 204);
    equal((await send(HELSINKI)).status, 200);
  });

  test(`${transport}: clients cannot set the owner of a city`, async () => {
    for (const owner of ['ben', 'ada', null]) {
      const refused = await send('/api/cities', json({ ...NEW, owner }, 'POST', ADA.headers));
      equal(refused.status, 422, String(owner));
    }
    const path = await add(ADA.headers);
    equal((await patch(path, { owner: 'ben' }, BEN.headers)).status, 422);
    const replaced = await send(path, json({ ...NEW, population: 9 }, 'PUT', BEN.headers));
    equal(((await replaced.json()) as City).owner, 'ada');
    equal((await remove(path, ADA.headers)).status, 204);
  });

  test(`${transport}: a wrong password, a wrong key and an unknown session do not authenticate`, async () => {
    equal((await send('/login', json({ username: 'ada', password: BEN.password }))).status, 401);
    equal((await send('/login', json({ username: 'unknown', password: 'x' }))).status, 401);
    const key = ADA.headers['X-Api-Key'];
    for (const invalid of [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, 'ada', `${key},${key}`])
      equal((await send('/api/cities', json(NEW, 'POST', { 'X-Api-Key': invalid }))).status, 401, invalid);
    const session = { Cookie: `session=${'A'.repeat(32)}` };
    equal((await send('/api/cities', json(NEW, 'POST', session))).status, 401);
  });
}
