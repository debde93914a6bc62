import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ResponseHeaders } from 'oriel-core/http';
import { VisitorIds } from './visitor-ids.ts';

const ids = new VisitorIds(() => 'the key of this test');

function identify(
  headers: Readonly<Record<string, string>>,
  sent: readonly string[] = [],
  visitors = ids,
): string | undefined {
  const response = new ResponseHeaders(sent.flatMap((cookie) => ['Set-Cookie', cookie]));
  return visitors.identify({ headers: { get: (name: string) => headers[name] } as never }, { headers: response });
}

const withCookie = (cookie: string): string | undefined => identify({ cookie });

test('an id has 64 bits, is the same for the same cookie, and differs with the value, the cookie and the key', () => {
  const id = withCookie('connect.sid=s%3Aabc');
  assert.match(id!, /^[0-9a-f]{16}$/);
  assert.equal(withCookie('theme=dark; connect.sid=s%3Aabc; lang=en'), id);
  assert.notEqual(withCookie('connect.sid=s%3Aabd'), id);
  assert.notEqual(withCookie('PHPSESSID=s%3Aabc'), id);
  assert.notEqual(identify({ cookie: 'connect.sid=s%3Aabc' }, [], new VisitorIds(() => 'another key')), id);
  for (const text of ['s%3Aabc', 'connect.sid=s%3Aabc', 'cookie connect.sid=s%3Aabc'])
    assert.equal(createHash('sha256').update(text).digest('hex').includes(id!), false);
});

for (const name of [
  ...['connect.sid', 'PHPSESSID', 'JSESSIONID', 'session', 'sid', 'sessionid', '__session', 'koa.sess', '_gh_sess'],
  ...['laravel_session', '__Host-session', 'next-auth.session-token', '__Secure-next-auth.session-token.0'],
  ...['ASP.NET_SessionId', 'better-auth.session_token', 'appSession', 'jwt', 'access_token', 'sb-shop-auth-token'],
])
  test(`the cookie ${name} identifies a visitor`, () => {
    assert.notEqual(withCookie(`${name}=abc`), undefined);
  });

for (const name of [
  ...['theme', '_ga', 'lang', 'csrftoken', 'XSRF-TOKEN', '_csrf', 'session.sig', 'koa.sess.sig', 'refresh_token'],
  ...['session_timeout', '_hjSession_12', 'better-auth.session_data', 'cf_clearance', 'sidebar', 'author'],
])
  test(`the cookie ${name} identifies no visitor`, () => {
    assert.equal(withCookie(`${name}=abc`), undefined);
  });

test('a session is preferred to a token, and then the name that sorts first, in any order', () => {
  const id = withCookie('connect.sid=1');
  assert.equal(withCookie('access_token=2; connect.sid=1'), id);
  assert.equal(withCookie('user_session=3; connect.sid=1; access_token=2'), id);
  assert.equal(withCookie('connect.sid=1; connect.sid=9'), id);
});

test('Authorization identifies a visitor without a session cookie, unless it signs the request', () => {
  const id = identify({ authorization: 'Bearer abc' });
  assert.match(id!, /^[0-9a-f]{16}$/);
  assert.notEqual(identify({ authorization: 'Bearer abd' }), id);
  assert.notEqual(identify({ authorization: 'Basic YTpi' }), undefined);
  assert.equal(identify({ authorization: 'Bearer abc', cookie: 'sid=1' }), withCookie('sid=1'));
  assert.equal(identify({ authorization: 'Bearer abc', cookie: 'theme=dark' }), id);
  for (const scheme of ['Digest nonce="1"', 'AWS4-HMAC-SHA256 x', 'DPoP x', 'Negotiate x', 'Bearer', ''])
    assert.equal(identify({ authorization: scheme }), undefined, scheme);
});

test('the request whose response creates the session belongs to the visitor', () => {
  const cookies = ['theme=dark', 'connect.sid=s%3Aabc; Path=/; HttpOnly', 'x=1'];
  assert.equal(identify({}, cookies), withCookie('connect.sid=s%3Aabc'));
  assert.equal(identify({ cookie: 'connect.sid=old' }, cookies), withCookie('connect.sid=old'));
  assert.equal(identify({}, ['connect.sid=; Max-Age=0']), undefined);
});

test('hostile cookies and headers neither throw nor take long', () => {
  for (const cookie of [
    '=',
    ';;;=;',
    'sid',
    'sid=',
    'sid=""',
    '=;sid',
    '\ud800=\udfff',
    'theme=' + 'x'.repeat(100_000),
  ])
    assert.equal(withCookie(cookie), undefined, cookie.slice(0, 20));
  const long = `sid=${'x'.repeat(1_000_000)}`;
  assert.equal(withCookie(long), withCookie(`${long}y`));
  assert.match(withCookie('sid=%ff%00\ud800"; __proto__=1; constructor=2')!, /^[0-9a-f]{16}$/);
  assert.match(withCookie(Array.from({ length: 50_000 }, (_, index) => `sid${index}=1`).join(';'))!, /^[0-9a-f]{16}$/);
});

test('there is no id without a key, and a new key applies at once', () => {
  let key: string | undefined;
  const changing = new VisitorIds(() => key);
  assert.equal(identify({ cookie: 'sid=1' }, [], changing), undefined);
  key = 'the key of this test';
  assert.equal(identify({ cookie: 'sid=1' }, [], changing), withCookie('sid=1'));
  key = 'another key';
  assert.notEqual(identify({ cookie: 'sid=1' }, [], changing), withCookie('sid=1'));
});
