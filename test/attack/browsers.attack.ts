import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgedRequests } from '../safety/support/forged-requests.ts';
import { attackAll } from './attack-all.ts';
import { getAccounts } from './accounts.ts';

attackAll('pages of other sites', (attacker, target) => {
  const { application, mode } = target;
  const { user, other } = getAccounts(target);

  test('cannot act as the user of a session (CSRF)', async () => {
    const { Cookie, token } = await attacker.logIn(user);
    for (const [title, line, sent, reason] of forgedRequests(attacker.origin)) {
      const { headers, body } = sent(token);
      const isLogin = line === 'POST /login';
      const credentials = JSON.stringify({ username: user.id, password: user.password });
      const echoLine = line.replace(/\/(?:pay|read)$/, '/echo');
      const type = isLogin ? { 'Content-Type': 'application/json' } : {};
      const response = await attacker.send(echoLine, {
        headers: { Cookie, Accept: 'application/json', ...type, ...headers },
        body: isLogin ? credentials : body,
      });
      assert.equal(response.status, 403, `${title}: ${response.text}`);
      assert.equal((JSON.parse(response.text) as { reason: string }).reason, reason, title);
    }
    // The session has not ended, and its own pages can act.
    const headers = { Cookie, 'X-CSRF-Token': token, Origin: attacker.origin };
    assert.equal((await attacker.send('POST /echo', { headers, body: 'own' })).text, 'own');
  });

  test('cannot choose the id of a session (session fixation)', async () => {
    const chosen = 'A'.repeat(32);
    const cookies = ['session', '__Host-session'].map((value) => `${value}=${chosen}`).join('; ');
    const fixed = await attacker.logIn(user, { Cookie: cookies });
    assert.equal(fixed.Cookie.includes(chosen), false);
    assert.equal((await attacker.send('GET /session', { headers: { Cookie: cookies } })).status, 401);
    // A login of another user in the same browser gets a new id, and the previous one is invalid.
    const headers = { Cookie: fixed.Cookie, Origin: attacker.origin };
    const next = await attacker.logIn(other, headers);
    assert.notEqual(next.Cookie, fixed.Cookie);
    assert.equal((await attacker.send('GET /session', { headers: { Cookie: fixed.Cookie } })).status, 401);
    const leave = { Cookie: next.Cookie, 'X-CSRF-Token': next.token };
    assert.ok((await attacker.send('POST /logout', { headers: leave })).status < 400);
    assert.equal((await attacker.send('GET /session', { headers: { Cookie: next.Cookie } })).status, 401);
  });

  test('cannot read the cookie of a session, nor receive it over HTTP behind TLS', async () => {
    const { id: username, password } = user;
    const login = await attacker.send('POST /login', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const cookie = login.get('set-cookie')!;
    assert.match(cookie, /; HttpOnly/);
    assert.match(cookie, /; SameSite=(?:Lax|Strict)/);
    assert.equal(/^__Host-.*; Secure/.test(cookie), mode === 'nginx', cookie);
    assert.match(login.get('cache-control')!, /private/);
  });

  test('cannot read responses with credentials (CORS)', async () => {
    const { Cookie } = await attacker.logIn(user);
    for (const Origin of ['https://evil.example', 'null', `${attacker.origin}.evil.example`]) {
      const response = await attacker.send('GET /session', { headers: { Origin, Cookie } });
      assert.equal(response.get('access-control-allow-credentials'), undefined, Origin);
      assert.ok([undefined, '*'].includes(response.get('access-control-allow-origin')), Origin);
      if (application === 'tracker') assert.equal(response.get('access-control-allow-origin'), undefined);
      const preflight = await attacker.send('OPTIONS /echo', {
        headers: { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-csrf-token' },
      });
      assert.equal(preflight.get('access-control-allow-credentials'), undefined, Origin);
    }
  });

  test('cannot show pages of the host in a frame', async () => {
    const pages = application === 'atlas' ? ['/live', '/api/docs', '/nowhere'] : ['/', '/api/docs', '/nowhere'];
    for (const page of pages) {
      const response = await attacker.send(`GET ${page}`, { headers: { Accept: 'text/html' } });
      const policy = response.get('content-security-policy') ?? '';
      const denies =
        /frame-ancestors 'none'/.test(policy) || /^(?:deny|sameorigin)$/i.test(response.get('x-frame-options') ?? '');
      assert.ok(denies, `${page} ${response.status}`);
      assert.equal(response.get('x-content-type-options'), 'nosniff', page);
    }
  });

  test('cannot redirect users to another host (open redirects)', async () => {
    for (const path of [
      ...[
        '//evil.example',
        '//evil.example/',
        '//evil.example/%2e%2e',
        '/%5cevil.example',
        '/\\evil.example',
        '///evil.example',
      ],
      ...['/countries//evil.example', '/countries/../..//evil.example', '/%2f%2fevil.example', '/api//evil.example/'],
      ...['//evil.example//countries/FI', '/countries/%09//evil.example', '/.//evil.example', '/;@evil.example/'],
      ...['/login?next=https://evil.example', '/countries/FI?next=//evil.example', '//_profiler@evil.example'],
    ])
      for (const method of ['GET', 'POST']) {
        const response = await attacker.send(`${method} ${path}`, { headers: { Accept: 'text/html' } });
        const location = response.get('location');
        if (location === undefined) continue;
        const { host } = new URL(location, `${attacker.origin}${path.replace(/^\/+/, '/')}`);
        assert.equal(host, attacker.name, `${method} ${path} → ${location}`);
        assert.doesNotMatch(location, /^\/[/\\]/, path);
      }
  });
});
