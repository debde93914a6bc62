import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderRedactor } from './header-redactor.ts';
import { SecretNames } from '../../core/redaction/secret-names.ts';
import {
  redactAuthorization,
  redactCookieHeader,
  redactForm,
  redactPair,
  redactSetCookie,
  redactUrl,
} from './redact-pairs.ts';
import { Redactor } from './redactor.ts';
import { TextRedactor } from './text/text-redactor.ts';

const names = new SecretNames({});
const texts = new TextRedactor(names);

test('the value of a sensitive name is masked, except for bits and counts', () => {
  for (const [name, value, expected] of [
    ['password', 'x', '•••'],
    ['password', 'true', 'true'],
    ['password', '', ''],
    ['max_tokens', '12', '12'],
    ['max_tokens', 'x', '•••'],
    ['password', '12', '•••'],
    ['city', 'Lisbon', 'Lisbon'],
    ['city', 'Bearer abc123def', 'Bearer •••'],
  ] as const)
    assert.equal(redactPair(name, value, names, texts), expected, `${name} ${value}`);
});

test('the secrets of a URL are masked in its path, query and fragment', () => {
  for (const [url, expected] of [
    ['/a', '/a'],
    ['/a?', '/a?'],
    ['/a#', '/a#'],
    ['/a?token=x&page=2', '/a?token=•••&page=2'],
    ['/a#access_token=x&state=1', '/a#access_token=•••&state=1'],
    ['/a?page=2#token=x', '/a?page=2#token=•••'],
    ['/a#b?token=x', '/a#b?token=•••'],
    ['https://u:p@h/a?token=x#y', 'https://u:•••@h/a?token=•••#y'],
    ['?token=x', '?token=•••'],
    ['#token=x', '#token=•••'],
  ] as const)
    assert.equal(redactUrl(url, names, texts), expected, url);
  assert.equal(redactForm('a=1&password=x&b', names, texts), 'a=1&password=•••&b');
});

test('every value of a Cookie header is masked', () => {
  for (const [header, expected] of [
    ['a=b', 'a=•••'],
    ['a=b; c=d=e', 'a=•••; c=•••'],
    ['a=b;', 'a=•••;'],
    ['a=b; ; c=d', 'a=•••; ; c=•••'],
    ['value', '•••'],
    ['', ''],
    ['a=', 'a=•••'],
  ] as const)
    assert.equal(redactCookieHeader(header), expected, header);
});

test('the value of a Set-Cookie header is masked, and its attributes are kept', () => {
  for (const [header, expected] of [
    ['a=b', 'a=•••'],
    ['a=b; Path=/; HttpOnly', 'a=•••; Path=/; HttpOnly'],
    ['a=b=c; Secure', 'a=•••; Secure'],
    ['a=; Max-Age=0', 'a=; Max-Age=0'],
    ['a=""; Max-Age=0', 'a=""; Max-Age=0'],
    ['a=', 'a='],
    ['b; Secure', '•••; Secure'],
  ] as const)
    assert.equal(redactSetCookie(header), expected, header);
});

test('the scheme of an Authorization header is kept', () => {
  for (const [header, expected] of [
    ['Bearer abc', 'Bearer •••'],
    ['basic  abc', 'basic  •••'],
    ['AWS4-HMAC-SHA256 Credential=a', 'AWS4-HMAC-SHA256 •••'],
    ['abc', '•••'],
    ['Bearer', '•••'],
    ['Bearer ', '•••'],
    ['My Bearer abc', '•••'],
  ] as const)
    assert.equal(redactAuthorization(header), expected, header);
});

test('headers are redacted by their names', () => {
  const redact = (name: string, value: string, options = {}): string =>
    new HeaderRedactor(new SecretNames(options), texts).of(name)(value);
  for (const [name, value, expected] of [
    ['COOKIE', 'a=b', 'a=•••'],
    ['Set-Cookie', 'a=b', 'a=•••'],
    ['Authorization', 'Bearer b', 'Bearer •••'],
    ['Proxy-Authorization', 'Basic b', 'Basic •••'],
    ['Referer', '/a?token=x', '/a?token=•••'],
    ['Location', '/a#token=x', '/a#token=•••'],
    ['Referer', '/a?%74oken=x', '/a?%74oken=•••'],
    ['Location', '/a?%74oken=x', '/a?%74oken=•••'],
    ['Content-Location', '/a?%74oken=x', '/a?%74oken=•••'],
    ['Content-Location', '/a?token=x', '/a?token=•••'],
    ['X-Api-Key', 'abc', '•••'],
    ['Sec-WebSocket-Protocol', 'graphql-transport-ws, v12.stomp,mqtt', 'graphql-transport-ws, v12.stomp,mqtt'],
    ['Sec-WebSocket-Protocol', 'chat, access_token, c2VjcmV0, mqtt', 'chat, access_token, •••, mqtt'],
    ['Sec-WebSocket-Protocol', 'Bearer,c2VjcmV0', 'Bearer,•••'],
    ['Sec-WebSocket-Protocol', 'chat, sk_live_abcdefghijklmnop', 'chat, •••'],
    ['sec-websocket-protocol', `v4.channel.k8s.io, base64url.bearer.${'c'.repeat(40)}`, 'v4.channel.k8s.io, •••'],
    ['X-Page', 'abc', 'abc'],
    ['X-Page', 'Bearer abc123def', 'Bearer •••'],
  ] as const)
    assert.equal(redact(name, value), expected, name);
  assert.equal(redact('Cookie', 'a=b', { keep: ['cookie'] }), 'a=b');
});

test('long values of ordinary headers are redacted each time', () => {
  const headers = new HeaderRedactor(names, texts);
  for (const length of [10, 63, 64, 65, 200, 256, 257, 1_000]) {
    const clean = 'a b '.repeat(length / 4 + 1).slice(0, length);
    const secret = `${clean.slice(0, -18)} Bearer abc123def0`.slice(-length);
    for (const value of [clean, clean]) assert.equal(headers.of('x')(value), value);
    if (length >= 18)
      for (const value of [secret, secret]) assert.ok(!headers.of('x')(value).includes('abc123def0'), String(length));
  }
  for (let count = 0; count < 1_100; count++)
    assert.equal(
      headers
        .of('x')(`${'a b '.repeat(20)}${count}`)
        .endsWith(` ${count}`),
      true,
    );
});

test('a text that describes a header is redacted like the header', () => {
  const redactor = new Redactor();
  for (const [text, expected] of [
    ['response header Set-Cookie: a=b', 'response header Set-Cookie: a=•••'],
    ['Cookie: a=b', 'Cookie: a=•••'],
    ['response header X-Page: 2', 'response header X-Page: 2'],
    ['no header, Bearer abc123def', 'no header, Bearer •••'],
  ] as const)
    assert.equal(redactor.headerText(text), expected, text);
  const lines = [
    ['Cookie', 'a=b'],
    ['Accept', '*/*'],
  ] as const;
  const redacted = redactor.headers(lines);
  assert.deepEqual(redacted, [
    ['Cookie', 'a=•••'],
    ['Accept', '*/*'],
  ]);
  assert.equal(redacted[1], lines[1]);
});

test('cookies, queries and forms are redacted', () => {
  const redactor = new Redactor();
  assert.deepEqual(redactor.cookies('a=b; c=d'), [
    ['a', '•••'],
    ['c', '•••'],
  ]);
  assert.deepEqual([redactor.cookies(null), redactor.cookies(undefined)], [[], []]);
  assert.equal(redactor.cookies(Array.from({ length: 250 }, (_, at) => `c${at}=x`).join('; ')).length, 200);
  assert.equal(redactor.form('a=1&token=x'), 'a=1&token=•••');
  const page = ['page', '2'] as const;
  const query = redactor.query([
    page,
    ['token', 'x'],
    ['code', 'SplxlOBeZQQYbYS6WxSbIA'],
    ['grant_type', 'authorization_code'],
  ]);
  assert.deepEqual(query, [page, ['token', '•••'], ['code', '•••'], ['grant_type', 'authorization_code']]);
  assert.equal(query[0], page);
  assert.deepEqual(redactor.query([['code', 'PT']]), [['code', 'PT']]);
  for (const url of ['/a?page=2', '/a?page=2', '/a?token=x', '/a?token=x'])
    assert.equal(redactor.url(url), url.replace('=x', '=•••'));
});
