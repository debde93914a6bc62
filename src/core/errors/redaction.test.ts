import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretName, redactSource, redactUrl } from './redaction.ts';

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
  test(`${name} is the name of a secret`, () => assert.equal(isSecretName(name), true));
}

for (const name of ['Accept', 'Host', 'author', 'id', 'key', 'Content-Type', 'User-Agent']) {
  test(`${name} is not`, () => assert.equal(isSecretName(name), false));
}

test('secrets leave the query of a URL, everything else stays as sent', () => {
  assert.equal(redactUrl('http://h/a?x=%20&access_token=abc=d&y'), 'http://h/a?x=%20&access_token=•••&y');
  assert.equal(redactUrl('http://h/token=abc'), 'http://h/token=abc');
});

for (const [line, redacted] of [
  ['const password = "hunter2";', 'const password = "•••••••";'],
  ["  apiKey: 'abc', other: 'def'", "  apiKey: '•••', other: 'def'"],
  ['{"client_secret": "abc"}', '{"client_secret": "•••"}'],
  ['const dbPassword: string = `abc`;', 'const dbPassword: string = `•••`;'],
  ["env.TOKEN ?? 'abc'", "env.TOKEN ?? '•••'"],
  ["headers['authorization'] = 'Bearer abc'", "headers['authorization'] = '••••••••••'"],
  ["connect('postgres://atlas:abc@db/atlas')", "connect('postgres://atlas:•••@db/atlas')"],
] as const) {
  test(`${line} hides its literal and keeps its columns`, () => {
    assert.equal(redactSource(line), redacted);
    assert.equal(redacted.length, line.length);
  });
}

for (const line of [
  "const title = 'password';",
  "if (password === other) throw new Error('no');",
  "fetch('http://localhost:8000/a@b')",
]) {
  test(`${line} hides nothing`, () => assert.equal(redactSource(line), line));
}

test('a line made to be slow is not', () => {
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
