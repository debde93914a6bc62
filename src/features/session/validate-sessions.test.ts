import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySessionStorage } from './memory-session-storage.ts';
import type { SessionConfig } from './session-config.ts';
import { validateSessions } from './validate-sessions.ts';
import { defineHost } from '../../host/define-host.ts';

const issuesOf = (sessions: unknown) => [...validateSessions(sessions as SessionConfig)];

test('all there is to set can be set', () => {
  assert.deepEqual(issuesOf({}), []);
  const sessions: SessionConfig = {
    storage: new MemorySessionStorage(),
    cookie: { name: 'sid', sameSite: 'none', secure: true, path: '/app', domain: 'example.com', persistent: true },
    idle: 60,
    absolute: 34_560_000,
    maxBytes: 1_000,
    timeoutMs: 500,
    csrf: { origins: ['https://app.example.com', 'http://localhost:3000'], token: 'untold' },
  };
  assert.deepEqual(issuesOf(sessions), []);
  assert.deepEqual(issuesOf({ cookie: { name: '__Host-sid', secure: 'auto' } }), []);
  assert.deepEqual(issuesOf({ cookie: { sameSite: 'none', name: '__Secure-sid' } }), []);
});

/** What would be unsafe, or would not work in a browser, and the fix that is named. */
const REFUSED: readonly [title: string, sessions: unknown, place: string, fix: RegExp][] = [
  ['no object', 7, 'sessions', /sessions: \{/],
  ['true', true, 'sessions', /\{\} for what is usual/],
  ['a misspelt setting', { idel: 5 }, 'sessions.idel', /"idle"/],
  ['SameSite=None without Secure', { cookie: { sameSite: 'none' } }, 'sessions.cookie.sameSite', /secure: true/],
  ['SameSite=None with auto', { cookie: { sameSite: 'none', secure: 'auto' } }, 'sessions.cookie.sameSite', /"lax"/],
  ['another SameSite', { cookie: { sameSite: 'Lax' } }, 'sessions.cookie.sameSite', /"lax" or/],
  ['no Secure at all', { cookie: { secure: false } }, 'sessions.cookie.secure', /Leave it out/],
  ['a strange Secure', { cookie: { secure: 'never' } }, 'sessions.cookie.secure', /"auto" or true/],
  ['open to scripts', { cookie: { httpOnly: false } }, 'sessions.cookie.httpOnly', /Leave it out/],
  ['__Host- with a domain', { cookie: { name: '__Host-a', domain: 'example.com' } }, 'sessions.cookie.name', /prefix/],
  ['__Host- with a path', { cookie: { name: '__Host-a', path: '/b' } }, 'sessions.cookie.name', /prefix/],
  ['__host- in another case', { cookie: { name: '__HOST-a', path: '/b' } }, 'sessions.cookie.name', /prefix/],
  ['a name with a space', { cookie: { name: 'a b' } }, 'sessions.cookie.name', /letters/],
  ['a name that is a prefix alone', { cookie: { name: '__Host-' } }, 'sessions.cookie.name', /letters/],
  ['a name that is none', { cookie: { name: 7 } }, 'sessions.cookie.name', /letters/],
  ['a whole top-level domain', { cookie: { domain: 'com' } }, 'sessions.cookie.domain', /leave it out/],
  ['an address', { cookie: { domain: '127.0.0.1' } }, 'sessions.cookie.domain', /host name/],
  ['an origin', { cookie: { domain: 'https://example.com' } }, 'sessions.cookie.domain', /host name/],
  ['a domain with an attribute', { cookie: { domain: 'a.com; Secure' } }, 'sessions.cookie.domain', /host name/],
  ['a path that is none', { cookie: { path: 'app' } }, 'sessions.cookie.path', /"\/app"/],
  ['a path with an attribute', { cookie: { path: '/; Domain=evil.example' } }, 'sessions.cookie.path', /without ";"/],
  ['never idle', { idle: Infinity }, 'sessions.idle', /seconds/],
  ['no time at all', { idle: 0 }, 'sessions.idle', /seconds/],
  ['for longer than browsers keep it', { absolute: 40_000_000 }, 'sessions.absolute', /browsers/],
  ['idle for longer than it lasts', { idle: 7_200, absolute: 3_600 }, 'sessions.idle', /raise absolute/],
  ['idle for longer than the default', { idle: 86_400 }, 'sessions.idle', /raise absolute/],
  ['a wait without end', { timeoutMs: Infinity }, 'sessions.timeoutMs', /for ever/],
  ['no bytes', { maxBytes: -1 }, 'sessions.maxBytes', /bytes/],
  ['a storage that is none', { storage: { read() {} } }, 'sessions.storage', /MemorySessionStorage/],
  [
    'no proof with SameSite=None',
    { cookie: { sameSite: 'none', secure: true }, csrf: false },
    'sessions.csrf',
    /origins/,
  ],
  ['a proof that is none', { csrf: true }, 'sessions.csrf', /or false/],
  ['any origin', { csrf: { origins: ['*'] } }, 'sessions.csrf.origins[0]', /Write each one out/],
  ['the null origin', { csrf: { origins: ['null'] } }, 'sessions.csrf.origins[0]', /Write each one out/],
  ['an origin with a path', { csrf: { origins: ['https://a.com/'] } }, 'sessions.csrf.origins[0]', /host/],
  ['an origin in capitals', { csrf: { origins: ['https://A.com'] } }, 'sessions.csrf.origins[0]', /host/],
  ['an origin with its usual port', { csrf: { origins: ['https://a.com:443'] } }, 'sessions.csrf.origins[0]', /port/],
  ['one origin in place of a list', { csrf: { origins: 'https://a.com' } }, 'sessions.csrf.origins', /list/],
  ['another time for a token', { csrf: { token: 'never' } }, 'sessions.csrf.token', /"always"/],
  ['a cookie that is a name', { cookie: 'sid' }, 'sessions.cookie', /cookie: \{/],
];

for (const [title, sessions, place, fix] of REFUSED) {
  test(`refuses to start: ${title}`, () => {
    const issues = issuesOf(sessions);
    assert.deepEqual(
      issues.map((each) => each.place),
      [place],
    );
    assert.match(issues[0]!.fix, fix);
    assert.throws(() => defineHost({ sessions: sessions as SessionConfig }), { code: 'ORIEL_CONFIG' });
  });
}

test('everything that is wrong is told at once', () => {
  const places = issuesOf({ idle: -1, cookie: { secure: false, sameSite: 'none', httpOnly: false } }).map(
    ({ place }) => place,
  );
  assert.deepEqual(places, [
    'sessions.idle',
    'sessions.cookie.httpOnly',
    'sessions.cookie.sameSite',
    'sessions.cookie.secure',
  ]);
});
