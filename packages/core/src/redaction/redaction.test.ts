import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactQuery, redactUrl } from './redact-url.ts';
import { redactSource } from '../errors/redact-source.ts';
import { isSecretName } from './sensitivity.ts';

for (const name of [
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'apiKey',
  'X-CSRF-Token',
  'client_secret',
  'password',
  'passwd',
  'pwd',
]) {
  test(`${name} is a secret name`, () => assert.equal(isSecretName(name), true));
}

for (const name of ['Accept', 'Host', 'author', 'id', 'key', 'Content-Type', 'User-Agent']) {
  test(`${name} is not a secret name`, () => assert.equal(isSecretName(name), false));
}

test('redactUrl replaces secrets in the query and keeps everything else', () => {
  assert.equal(redactUrl('http://h/a?x=%20&access_token=abc=d&y'), 'http://h/a?x=%20&access_token=•••&y');
  assert.equal(redactUrl('http://h/token=abc'), 'http://h/token=abc');
});

test('redactUrl decodes names with an invalid encoding, and keeps the encoding of other values', () => {
  assert.equal(redactUrl('/a?%E0pass%77ord=abc&q=a%20b'), '/a?%E0pass%77ord=•••&q=a%20b');
  assert.equal(redactUrl('/a?next=%2Fb%3Ftoken%3Dabc'), '/a?next=%2Fb%3Ftoken%3D•••');
});

for (const [line, redacted] of [
  ['const password = "hunter2";', 'const password = "•••••••";'],
  ["  apiKey: 'abc', other: 'def'", "  apiKey: '•••', other: 'def'"],
  ['{"client_secret": "abc"}', '{"client_secret": "•••"}'],
  ['const dbPassword: string = `abc`;', 'const dbPassword: string = `•••`;'],
  ["env.TOKEN ?? 'abc'", "env.TOKEN ?? '•••'"],
  ["headers['authorization'] = 'Bearer abc'", "headers['authorization'] = '••••••••••'"],
  ['const example = "password: \'abc\'";', 'const example = "password: \'•••\'";'],
  ["const pwd = '1', pin = '2'", "const pwd = '•', pin = '•'"],
  ["pwd='1'pin='2'", "pwd='•'pin='•'"],
  ['const password = \'token: "x"\';', "const password = '••••••••••';"],
  ["password = \"abc, token = 'x'", "password = \"abc, token = '•'"],
  ["password = '' || 'a'", "password = '' || 'a'"],
  ["connect('postgres://atlas:abc@db/atlas')", "connect('postgres://atlas:•••@db/atlas')"],
] as const) {
  test(`redactSource replaces the literal in ${line} and keeps the columns`, () => {
    assert.equal(redactSource(line), redacted);
    assert.equal(redacted.length, line.length);
  });
}

for (const line of [
  "const title = 'password';",
  "if (password === other) throw new Error('no');",
  "fetch('http://localhost:8000/a@b')",
]) {
  test(`redactSource does not change ${line}`, () => assert.equal(redactSource(line), line));
}

test('redactUrl redacts from the first question mark or number sign, also at the start', () => {
  for (const [url, redacted] of [
    ['?token=abc', '?token=•••'],
    ['/a#access_token=abc&x=1', '/a#access_token=•••&x=1'],
    ['token=abc', 'token=abc'],
    ['/a?next=?token=abc', '/a?next=?token=•••'],
    ['/a?token=', '/a?token='],
    ['/a?token&page', '/a?token&page'],
    ['', ''],
  ] as const)
    assert.equal(redactUrl(url), redacted);
});

test('redactUrl redacts URLs that are values, four levels deep', () => {
  const nested = (levels: number, value: string): string =>
    levels === 0 ? `/?token=${value}` : `/?next=${encodeURIComponent(nested(levels - 1, value))}`;
  for (const levels of [0, 1, 2, 3, 4])
    assert.equal(redactUrl(nested(levels, 'abc')), nested(levels, 'abc').replace('abc', '•••'));
  assert.equal(redactUrl(nested(5, 'abc')), nested(5, 'abc'));
});

test('a parameter code is redacted beside other OAuth parameters, or if it has 16 characters', () => {
  for (const [query, redacted] of [
    ['code=abc&page=1', 'code=abc&page=1'],
    ['code=abc&state=x', 'code=•••&state=x'],
    ['client%5Fid=1&code=abc', 'client%5Fid=1&code=•••'],
    ['code=&state=x', 'code=&state=x'],
    ['code=123456789012345', 'code=123456789012345'],
    ['code=1234567890123456', 'code=•••'],
  ] as const)
    assert.equal(redactQuery(query), redacted);
});

test('a pair that is not masked keeps its encoding', () => {
  assert.equal(redactQuery('a=1&b+c=d+e%21&f&=g&token=x%20y'), 'a=1&b+c=d+e%21&f&=g&token=•••');
  assert.equal(redactQuery(''), '');
});

test('segments of a path are masked by the names of the route, behind a leading segment, or as tokens', () => {
  const hex = 'a3'.repeat(32);
  for (const [url, parameters, redacted] of [
    ['/reset-password/abc', { token: 'abc' }, '/reset-password/•••'],
    ['/reset/a%20b', { token: 'a b' }, '/reset/•••'],
    ['/invite/FR12', { code: 'FR12' }, '/invite/•••'],
    ['/countries/FR', { code: 'FR' }, '/countries/FR'],
    ['/verify/x8Ks02qP', undefined, '/verify/•••'],
    ['/verify/done', undefined, '/verify/done'],
    [`/files/${hex}`, undefined, '/files/•••'],
    ['/cart;jsessionid=1E8D29?page=2', undefined, '/cart;jsessionid=•••?page=2'],
    ['http://u:p@h/a', undefined, 'http://u:•••@h/a'],
  ] as const)
    assert.equal(redactUrl(url, { parameters }), redacted);
});

// Quadratic work would take hours.
test('redactSource handles a malicious line in linear time', () => {
  for (const line of [
    `token${' '.repeat(1_000_000)}`,
    'token=token='.repeat(100_000),
    `://${'a:'.repeat(500_000)}`,
    'password-'.repeat(100_000),
  ])
    assert.equal(typeof redactSource(line), 'string');
});
