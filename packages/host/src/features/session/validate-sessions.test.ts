import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySessionStorage } from './memory-session-storage.ts';
import type { SessionConfig } from './session-config.ts';
import { validateSessions } from './session-config.ts';
import { defineHost } from '../../host/define-host.ts';

const findIssues = (sessions: unknown) => [...validateSessions(sessions as SessionConfig)];

test('accepts every setting', () => {
  assert.deepEqual(findIssues({}), []);
  const sessions: SessionConfig = {
    storage: new MemorySessionStorage(),
    cookie: { name: 'sid', sameSite: 'none', secure: true, domain: 'example.com', persistent: true },
    idle: '1 min',
    absolute: '400 d',
    anonymous: 50,
    csrf: { token: 'unknown-origin' },
  };
  assert.deepEqual(findIssues(sessions), []);
  assert.deepEqual(findIssues({ cookie: { name: '__Host-sid', secure: 'auto' } }), []);
  assert.deepEqual(findIssues({ cookie: { sameSite: 'none', name: '__Secure-sid' } }), []);
});

/** Settings that are insecure or do not work in browsers, and the suggested fix. */
const REFUSED: readonly [title: string, sessions: unknown, place: string, fix: RegExp][] = [
  ['a value that is not an object', 7, 'sessions', /sessions: \{/],
  ['true', true, 'sessions', /\{\} for the defaults/],
  ['a misspelt setting', { idel: 5 }, 'sessions.idel', /"idle"/],
  ['SameSite=None without Secure', { cookie: { sameSite: 'none' } }, 'sessions.cookie.sameSite', /secure: true/],
  ['SameSite=None with auto', { cookie: { sameSite: 'none', secure: 'auto' } }, 'sessions.cookie.sameSite', /"lax"/],
  ['another SameSite', { cookie: { sameSite: 'Lax' } }, 'sessions.cookie.sameSite', /"lax", "strict"/],
  ['no Secure at all', { cookie: { secure: false } }, 'sessions.cookie.secure', /Remove it/],
  ['an unknown value of Secure', { cookie: { secure: 'never' } }, 'sessions.cookie.secure', /"auto" or true/],
  ['open to scripts', { cookie: { httpOnly: false } }, 'sessions.cookie.httpOnly', /Remove it/],
  ['__Host- with a domain', { cookie: { name: '__Host-a', domain: 'example.com' } }, 'sessions.cookie.name', /prefix/],
  [
    '__host- in another case',
    { cookie: { name: '__HOST-a', domain: 'example.com' } },
    'sessions.cookie.name',
    /prefix/,
  ],
  ['a name with a space', { cookie: { name: 'a b' } }, 'sessions.cookie.name', /letters/],
  ['a name that is a prefix alone', { cookie: { name: '__Host-' } }, 'sessions.cookie.name', /letters/],
  ['a name that is not a string', { cookie: { name: 7 } }, 'sessions.cookie.name', /letters/],
  ['a top-level domain', { cookie: { domain: 'com' } }, 'sessions.cookie.domain', /remove it/],
  ['an address', { cookie: { domain: '127.0.0.1' } }, 'sessions.cookie.domain', /host name/],
  ['an origin', { cookie: { domain: 'https://example.com' } }, 'sessions.cookie.domain', /host name/],
  ['a domain with an attribute', { cookie: { domain: 'a.com; Secure' } }, 'sessions.cookie.domain', /host name/],
  ['an infinite idle time', { idle: Infinity }, 'sessions.idle', /seconds/],
  ['an idle time of zero', { idle: 0 }, 'sessions.idle', /seconds/],
  ['seconds instead of milliseconds', { idle: 1_800 }, 'sessions.idle', /whole seconds, in milliseconds/],
  ['a lifetime longer than browsers keep cookies', { absolute: '401 d' }, 'sessions.absolute', /from 1 s to 400 d/],
  ['an idle time longer than the lifetime', { idle: '2 h', absolute: '1 h' }, 'sessions.idle', /raise absolute/],
  ['an idle time longer than the default lifetime', { idle: '1 d' }, 'sessions.idle', /raise absolute/],
  ['an object that is not a storage', { storage: { read() {} } }, 'sessions.storage', /MemorySessionStorage/],
  [
    'SameSite=None without CSRF protection',
    { cookie: { sameSite: 'none', secure: true }, csrf: false },
    'sessions.csrf',
    /origins/,
  ],
  ['true as CSRF settings', { csrf: true }, 'sessions.csrf', /or false/],
  ['no sessions without a user', { anonymous: 0 }, 'sessions.anonymous', /a number of sessions/],
  ['an unknown value of csrf.token', { csrf: { token: 'never' } }, 'sessions.csrf.token', /"always"/],
  ['a cookie name instead of cookie settings', { cookie: 'sid' }, 'sessions.cookie', /cookie: \{/],
];

for (const [title, sessions, path, fix] of REFUSED) {
  test(`reports an issue: ${title}`, () => {
    const issues = findIssues(sessions);
    assert.deepEqual(
      issues.map((issue) => issue.place),
      [path],
    );
    assert.match(issues[0]!.fix, fix);
    assert.throws(() => defineHost({ sessions: sessions as SessionConfig }), { code: 'ORIEL_CONFIG' });
  });
}

test('reports all issues at once', () => {
  const places = findIssues({ idle: -1, cookie: { secure: false, sameSite: 'none', httpOnly: false } }).map(
    ({ place }) => place,
  );
  assert.deepEqual(places, [
    'sessions.idle',
    'sessions.cookie.secure',
    'sessions.cookie.httpOnly',
    'sessions.cookie.sameSite',
  ]);
});
