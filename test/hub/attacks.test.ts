/** Attacks on the hub: forged tokens, disguised topics, and fields that try to inject others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PUBLISH_ALL,
  HUB,
  HUB_URL,
  SECRET,
  bearer,
  claims,
  detail,
  earlierToken,
  fullAccessToken,
  createTestHub,
  patternMatcher,
  signToken,
  token,
} from './test-hub.ts';

test('forged tokens are rejected: changed claims, truncated signatures, other secrets, oversized tokens', async () => {
  const hub = createTestHub({ anonymous: false });
  const [head, , signature] = token(detail('publish', 'mine')).split('.');
  const [, wider] = fullAccessToken().split('.');
  const forged = [
    `${head}.${wider}.${signature}`,
    fullAccessToken().slice(0, -1),
    fullAccessToken().split('.').slice(0, 2).join('.'),
    `${fullAccessToken()}.x`,
    signToken(claims([PUBLISH_ALL]), 'at+jwt', `${SECRET}!`),
    signToken(claims([PUBLISH_ALL]), 'at+jwt', ' '.repeat(32)),
    `${fullAccessToken()}${'A'.repeat(20_000)}`,
    earlierToken({ publish: ['*'] }).replace('.', '..'),
  ];
  for (const jwt of forged) {
    const { status } = await hub.publish([['topic', 'a']], bearer(jwt));
    assert.ok([400, 401, 431].includes(status), `${status} ${jwt.slice(0, 80)}`);
    assert.ok([400, 401, 431].includes((await hub.get('match=a', bearer(jwt))).status));
  }
});

test('a token with the audience of another hub gets 401, in either dialect', async () => {
  const hub = createTestHub();
  for (const aud of ['https://other.example/.well-known/mercure', `${HUB_URL}2`, HUB_URL.toUpperCase()]) {
    assert.equal((await hub.publish([['topic', 'a']], bearer(signToken(claims([PUBLISH_ALL], { aud }))))).status, 401);
    assert.equal((await hub.publish([['topic', 'a']], bearer(earlierToken({ publish: ['*'] }, { aud })))).status, 401);
  }
});

test('a token that was accepted before gets 401 after it has expired', async () => {
  const hub = createTestHub();
  // At least one second from now, so that the first request is in time.
  const exp = Math.ceil(Date.now() / 1000) + 1;
  const jwt = signToken(claims([PUBLISH_ALL], { exp }));
  assert.equal((await hub.publish([['topic', 'a']], bearer(jwt))).status, 200);
  await new Promise((resolve) => setTimeout(resolve, exp * 1000 - Date.now() + 20));
  assert.equal((await hub.publish([['topic', 'a']], bearer(jwt))).status, 401);
});

test('a topic without a grant gets 403: percent-encoded, with dot segments, in another case, or beside an allowed topic', async () => {
  const hub = createTestHub();
  const jwt = bearer(token(detail('publish', 'https://example.com/a', patternMatcher('https://example.com/mine/*'))));
  const status = async (...topics: string[]) =>
    (await hub.publish(topics.map((topic) => ['topic', topic] as const), jwt)).status; // prettier-ignore
  assert.equal(await status('https://example.com/mine/1'), 200);
  for (const topic of [
    'https://example.com/A',
    'https://example.com/a/',
    'https://example.com/%61',
    'https://example.com/mine/../yours/1',
    'https://example.com/mine/%2e%2e/yours',
    'https://example.com@evil.example/mine/1',
    'https://evil.example/https://example.com/mine/1',
  ])
    assert.equal(await status(topic), 403, topic);
  assert.equal(await status('https://example.com/a', 'https://example.com/b'), 403);
});

test('a subscriber without a grant does not receive a private update by a template, a pattern or "*"', async () => {
  const hub = createTestHub();
  const mine = bearer(token(detail('subscribe', 'https://example.com/mine')));
  for (const query of ['match=*', 'topic=*', 'topic={%2Bx}', 'match_urlpattern=https://*/*', 'match_urlpattern=*']) {
    const reader = await hub.subscribe(`${query}&match=end`, mine);
    await hub.host.hub.publish({ topics: 'https://example.com/yours', data: 'secret', private: true });
    await hub.host.hub.publish({ topics: 'end', data: 'end' });
    assert.equal(await reader.data(), 'end', query);
  }
});

test('a line break in a field cannot inject another field of the event stream', async () => {
  const hub = createTestHub();
  for (const line of ['\r', '\n', '\r\n', '\u0000', '\u2028x\n'])
    for (const name of ['topic', 'id', 'type', 'retry']) {
      const fields = [['topic', 'a'], [name, `1${line}data: forged`]] as const; // prettier-ignore
      assert.equal((await hub.publish(fields)).status, 400, JSON.stringify([name, line]));
    }
  const reader = await hub.subscribe('match=a');
  const data = 'x\n\nid: forged\revent: forged\r\n\r\ndata: forged\n: comment';
  await hub.publish([['topic', 'a'], ['id', 'urn:x:true'], ['data', data]]); // prettier-ignore
  const event = (await reader.next())!;
  assert.deepEqual([event.id, event.type], ['urn:x:true', 'message']);
  assert.equal(event.data, data.replaceAll(/\r\n|\r/g, '\n'));
});

test('an event id is returned unchanged in a header and cannot inject another header', async () => {
  const hub = createTestHub();
  await hub.publish([['topic', 'a'], ['id', 'https://example.com/é😀']]); // prettier-ignore
  const response = await hub.get(`match=a&last_event_id=${encodeURIComponent('https://example.com/é😀')}`);
  assert.equal(
    Buffer.from(response.headers.get('mercure-last-event-id')!, 'latin1').toString(),
    'https://example.com/é😀',
  );
  const broken = await hub.get('match=a&last_event_id=a%0D%0ASet-Cookie:x=1');
  assert.equal(broken.status, 200);
  assert.equal(broken.headers.get('set-cookie'), null);
});

test('a cookie sent by a page of an origin that is not allowed neither publishes nor subscribes', async () => {
  const hub = createTestHub({ anonymous: false, cors: ['https://app.example'] });
  for (const name of ['mercure_access_token', 'mercureAuthorization']) {
    const jwt =
      name === 'mercureAuthorization' ? earlierToken({ publish: ['*'], subscribe: ['*'] }) : fullAccessToken();
    const sent = (Origin: string) => ({ Cookie: `${name}=${jwt}`, Origin });
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://localhost:81',
      'https://app.example.evil.example',
    ]) {
      assert.equal((await hub.get('match=a', sent(origin))).status, 403, origin);
      assert.equal((await hub.publish([['topic', 'a']], sent(origin))).status, 403, origin);
    }
    assert.equal((await hub.get('match=a', sent('https://app.example'))).status, 200);
    assert.equal((await hub.get('match=a', sent('http://localhost'))).status, 200);
  }
});

test('a preflight request gets CORS headers for allowed origins only', async () => {
  const hub = createTestHub({ cors: ['https://app.example'] });
  const preflight = (Origin: string) =>
    hub.send(`OPTIONS ${HUB}`, { headers: { Origin, 'Access-Control-Request-Method': 'POST' } });
  const allowed = await preflight('https://app.example');
  assert.equal(allowed.status, 204);
  assert.match(allowed.headers.get('access-control-allow-methods')!, /POST/);
  assert.match(allowed.headers.get('access-control-allow-headers')!, /Authorization/);
  assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null);
});

test('preflight requests to the other paths of the hub need no token', async () => {
  const hub = createTestHub({ cors: ['https://app.example'], subscriptions: true });
  for (const path of [
    ...[`${HUB}/subscriptions`, `${HUB}/subscriptions/exact/a`, `${HUB}/subscriptions/exact/a/b`],
    `/.well-known/oauth-protected-resource${HUB}`,
  ]) {
    const preflight = (Origin: string) =>
      hub.send(`OPTIONS ${path}`, { headers: { Origin, 'Access-Control-Request-Method': 'GET' } });
    const allowed = await preflight('https://app.example');
    assert.equal(allowed.status, 204, path);
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example', path);
    assert.equal(allowed.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
    assert.match(allowed.headers.get('access-control-allow-headers')!, /Authorization/);
    assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null, path);
  }
});
