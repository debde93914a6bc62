/** What strangers try: tokens, topics and fields made to get more than they should. */
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
  everything,
  hubUnderTest,
  pattern,
  seconds,
  signed,
  token,
} from './hub-under-test.ts';

test('forged tokens open nothing: changed claims, cut signatures, other secrets, keys made of the token', async () => {
  const hub = hubUnderTest({ anonymous: false });
  const [head, , signature] = token(detail('publish', 'mine')).split('.');
  const [, wider] = everything().split('.');
  const forged = [
    `${head}.${wider}.${signature}`,
    everything().slice(0, -1),
    everything().split('.').slice(0, 2).join('.'),
    `${everything()}.x`,
    signed(claims([PUBLISH_ALL]), 'at+jwt', `${SECRET}!`),
    signed(claims([PUBLISH_ALL]), 'at+jwt', ' '.repeat(32)),
    `${everything()}${'A'.repeat(20_000)}`,
    earlierToken({ publish: ['*'] }).replace('.', '..'),
  ];
  for (const jwt of forged) {
    const { status } = await hub.publish([['topic', 'a']], bearer(jwt));
    assert.ok([400, 401, 431].includes(status), `${status} ${jwt.slice(0, 80)}`);
    assert.ok([400, 401, 431].includes((await hub.ask('match=a', bearer(jwt))).status));
  }
});

test('a token for another hub is worth nothing here, in either dialect', async () => {
  const hub = hubUnderTest();
  for (const aud of ['https://other.example/.well-known/mercure', `${HUB_URL}2`, HUB_URL.toUpperCase()]) {
    assert.equal((await hub.publish([['topic', 'a']], bearer(signed(claims([PUBLISH_ALL], { aud }))))).status, 401);
    assert.equal((await hub.publish([['topic', 'a']], bearer(earlierToken({ publish: ['*'] }, { aud })))).status, 401);
  }
});

test('a token that was believed is not believed when it has expired', async () => {
  const hub = hubUnderTest();
  const exp = seconds() + 1;
  const jwt = signed(claims([PUBLISH_ALL], { exp }));
  assert.equal((await hub.publish([['topic', 'a']], bearer(jwt))).status, 200);
  await new Promise((resolve) => setTimeout(resolve, exp * 1000 - Date.now() + 20));
  assert.equal((await hub.publish([['topic', 'a']], bearer(jwt))).status, 401);
});

test('no topic passes for another: encoded, dotted, in other letters, or hidden beside an allowed one', async () => {
  const hub = hubUnderTest();
  const jwt = bearer(token(detail('publish', 'https://example.com/a', pattern('https://example.com/mine/*'))));
  const status = async (...topics: string[]) =>
    (await hub.publish(topics.map((each) => ['topic', each] as const), jwt)).status; // prettier-ignore
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

test('a private update is not found out by a template, a pattern or a star in the query', async () => {
  const hub = hubUnderTest();
  const mine = bearer(token(detail('subscribe', 'https://example.com/mine')));
  for (const query of ['match=*', 'topic=*', 'topic={%2Bx}', 'match_urlpattern=https://*/*', 'match_urlpattern=*']) {
    const reader = await hub.subscribe(`${query}&match=end`, mine);
    await hub.host.hub.publish({ topics: 'https://example.com/yours', data: 'secret', private: true });
    await hub.host.hub.publish({ topics: 'end', data: 'end' });
    assert.equal(await reader.data(), 'end', query);
  }
});

test('no field ends its line: what would be a field of its own is refused, or stays data', async () => {
  const hub = hubUnderTest();
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

test('an id comes back in a header as it is, and breaks none', async () => {
  const hub = hubUnderTest();
  await hub.publish([['topic', 'a'], ['id', 'https://example.com/é😀']]); // prettier-ignore
  const response = await hub.ask(`match=a&last_event_id=${encodeURIComponent('https://example.com/é😀')}`);
  assert.equal(
    Buffer.from(response.headers.get('mercure-last-event-id')!, 'latin1').toString(),
    'https://example.com/é😀',
  );
  const broken = await hub.ask('match=a&last_event_id=a%0D%0ASet-Cookie:x=1');
  assert.equal(broken.status, 200);
  assert.equal(broken.headers.get('set-cookie'), null);
});

test('cookies of a page elsewhere neither publish nor subscribe', async () => {
  const hub = hubUnderTest({ anonymous: false, cors: ['https://app.example'] });
  for (const name of ['mercure_access_token', 'mercureAuthorization']) {
    const jwt = name === 'mercureAuthorization' ? earlierToken({ publish: ['*'], subscribe: ['*'] }) : everything();
    const sent = (Origin: string) => ({ Cookie: `${name}=${jwt}`, Origin });
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://localhost:81',
      'https://app.example.evil.example',
    ]) {
      assert.equal((await hub.ask('match=a', sent(origin))).status, 403, origin);
      assert.equal((await hub.publish([['topic', 'a']], sent(origin))).status, 403, origin);
    }
    assert.equal((await hub.ask('match=a', sent('https://app.example'))).status, 200);
    assert.equal((await hub.ask('match=a', sent('http://localhost'))).status, 200);
  }
});

test('pages elsewhere are told in a preflight what they may, and strangers nothing', async () => {
  const hub = hubUnderTest({ cors: ['https://app.example'] });
  const ask = (Origin: string) =>
    hub.send(`OPTIONS ${HUB}`, { headers: { Origin, 'Access-Control-Request-Method': 'POST' } });
  const known = await ask('https://app.example');
  assert.equal(known.status, 204);
  assert.match(known.headers.get('access-control-allow-methods')!, /POST/);
  assert.match(known.headers.get('access-control-allow-headers')!, /Authorization/);
  assert.equal((await ask('https://evil.example')).headers.get('access-control-allow-origin'), null);
});

test('so they are at every other address of the hub, without a token, as a browser asks', async () => {
  const hub = hubUnderTest({ cors: ['https://app.example'], subscriptions: true });
  for (const path of [
    ...[`${HUB}/subscriptions`, `${HUB}/subscriptions/exact/a`, `${HUB}/subscriptions/exact/a/b`],
    `/.well-known/oauth-protected-resource${HUB}`,
  ]) {
    const ask = (Origin: string) =>
      hub.send(`OPTIONS ${path}`, { headers: { Origin, 'Access-Control-Request-Method': 'GET' } });
    const known = await ask('https://app.example');
    assert.equal(known.status, 204, path);
    assert.equal(known.headers.get('access-control-allow-origin'), 'https://app.example', path);
    assert.equal(known.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
    assert.match(known.headers.get('access-control-allow-headers')!, /Authorization/);
    assert.equal((await ask('https://evil.example')).headers.get('access-control-allow-origin'), null, path);
  }
});
