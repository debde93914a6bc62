import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSetCookie } from './set-cookie.ts';
import type { CookieAttributes } from './set-cookie.ts';

const HOST: CookieAttributes = { secure: true, path: '/' };

/** Cookies and their formatted headers (RFC 6265bis §4.1.1). */
const SENT: readonly [line: string, name: string, value: string, attributes?: CookieAttributes][] = [
  ['SID=31d4', 'SID', '31d4'],
  ['a=', 'a', ''],
  ['a="quoted"', 'a', '"quoted"'],
  ["!#$%&'*+-.^_`|~9=ok", "!#$%&'*+-.^_`|~9", 'ok'],
  ["a=!#$%&'()*+-./:<=>?@[]^_`{|}~", 'a', "!#$%&'()*+-./:<=>?@[]^_`{|}~"],
  ['a=1; Path=/', 'a', '1', { path: '/' }],
  ['a=1; Path=/b c?d=e', 'a', '1', { path: '/b c?d=e' }],
  ['a=1; Domain=example.com', 'a', '1', { domain: 'example.com' }],
  ['a=1; Max-Age=0', 'a', '1', { maxAge: 0 }],
  ['a=1; Max-Age=34560000', 'a', '1', { maxAge: '400 d' }],
  ['a=1; HttpOnly', 'a', '1', { httpOnly: true }],
  ['a=1', 'a', '1', { httpOnly: false, secure: false }],
  ['a=1; Secure', 'a', '1', { secure: true }],
  ['a=1; SameSite=Strict', 'a', '1', { sameSite: 'strict' }],
  ['a=1; SameSite=Lax', 'a', '1', { sameSite: 'lax' }],
  ['a=1; Secure; SameSite=None', 'a', '1', { sameSite: 'none', secure: true }],
  ['a=1; Secure; SameSite=None; Partitioned', 'a', '1', { sameSite: 'none', secure: true, partitioned: true }],
  ['a=1', 'a', '1', { partitioned: false }],
  ['__Host-a=1; Path=/; Secure', '__Host-a', '1', HOST],
  [
    '__Secure-a=1; Path=/b; Domain=example.com; Secure',
    '__Secure-a',
    '1',
    { ...HOST, path: '/b', domain: 'example.com' },
  ],
  [
    'a=1; Path=/; Domain=example.com; Max-Age=60; HttpOnly; Secure; SameSite=Lax',
    ...(['a', '1', { ...HOST, domain: 'example.com', maxAge: '1 min', httpOnly: true, sameSite: 'lax' }] as const),
  ],
  [`a=${'x'.repeat(4_095)}`, 'a', 'x'.repeat(4_095)],
];

for (const [line, name, value, attributes] of SENT) {
  test(`formatSetCookie returns ${line.slice(0, 60)}`, () =>
    assert.equal(formatSetCookie(name, value, attributes), line));
}

/** Cookies that a browser would ignore, truncate or interpret differently. */
const INVALID: readonly [why: RegExp, name: string, value: string, attributes?: CookieAttributes][] = [
  [/name/, '', 'x'],
  ...['a b', 'a;b', 'a=b', 'a,b', 'ä', 'a\0', 'a\r\nSet-Cookie: b', 'a"', 'a/b', 'a\t'].map(
    (name) => [/needs a name/, name, 'x'] as [RegExp, string, string],
  ),
  ...[
    'a b',
    'a;b',
    'a,b',
    'a\\b',
    'a"b',
    '"',
    '"a',
    'é',
    '\u20ac',
    'a\0',
    'a\x7f',
    'a\n',
    'a\r\nX: y',
    '"a;b"',
    '""x',
  ].map((value) => [/an invalid character/, 'a', value] as [RegExp, string, string]),
  [/4096 bytes/, 'a', 'x'.repeat(4_096)],
  [/4096 bytes/, 'a'.repeat(4_097), ''],
  ...['', 'b', 'b/', '/a;Domain=evil.example', '/a\r\n', '/\u00e9', `/${'x'.repeat(1_024)}`].map(
    (path) => [/path/, 'a', '1', { path }] as [RegExp, string, string, CookieAttributes],
  ),
  ...[
    '',
    '.',
    'a..b',
    '.example.com',
    'example.com:80',
    'https://example.com',
    'a b',
    'a;Secure',
    '-a.com',
    'é.com',
  ].map((domain) => [/domain/, 'a', '1', { domain }] as [RegExp, string, string, CookieAttributes]),
  [/whole seconds/, 'a', '1', { maxAge: 1_500 }],
  [/whole seconds/, 'a', '1', { maxAge: -1_000 }],
  [/whole seconds/, 'a', '1', { maxAge: Number.NaN }],
  [/whole seconds/, 'a', '1', { maxAge: Infinity }],
  [/requires Secure/, 'a', '1', { sameSite: 'none' }],
  [/requires Secure/, '__Host-a', '1', { path: '/' }],
  [/requires Secure/, '__Secure-a', '1'],
  [/requires Secure/, '__hOsT-a', '1', { path: '/' }],
  [/requires Secure/, '__SECURE-a', '1'],
  [/Path=\//, '__Host-a', '1', { secure: true }],
  [/Path=\//, '__Host-a', '1', { secure: true, path: '/b' }],
  [/allows no Domain/, '__Host-a', '1', { ...HOST, domain: 'example.com' }],
];

for (const [why, name, value, attributes] of INVALID) {
  const message = JSON.stringify([name, value, attributes]).slice(0, 70);
  test(`formatSetCookie throws TypeError: ${message}`, () =>
    assert.throws(() => formatSetCookie(name, value, attributes), why));
}
