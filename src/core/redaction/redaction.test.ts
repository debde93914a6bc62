import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactUrl } from './redact-url.ts';
import { redactSource } from './redact-source.ts';
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
  'PHPSESSION_ID',
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
  assert.equal(redactUrl('/a?pass%77ord%E0=abc&q=a%20b'), '/a?pass%77ord%E0=•••&q=a%20b');
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

test('redactSource handles a malicious line in linear time', () => {
  const started = performance.now();
  for (const line of [
    `token${' '.repeat(240)}`,
    'token=token='.repeat(20),
    `://${'a:'.repeat(120)}`,
    'password-'.repeat(30),
  ])
    redactSource(line);
  assert.ok(performance.now() - started < 50);
});
