import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactPairs, redactQuery, redactUrl } from './redact-url.ts';
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

test('redactUrl redacts URLs that are values, three levels deep', () => {
  const nested = (levels: number, value: string): string =>
    levels === 0 ? `/?token=${value}` : `/?next=${encodeURIComponent(nested(levels - 1, value))}`;
  for (const levels of [0, 1, 2, 3])
    assert.equal(redactUrl(nested(levels, 'abc')), nested(levels, 'abc').replace('abc', '•••'));
  assert.equal(redactUrl(nested(4, 'abc')), nested(4, 'abc'));
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

test('redactPairs passes decoded names and values, and encodes only a value that was encoded', () => {
  const passed: string[][] = [];
  const redacted = redactPairs('a=1&b+c=d+e%21&f&=g&h=%E0%41', (name, value) => {
    passed.push([name, value]);
    return value.length > 1 ? 'x y' : value === 'f' ? 'z z' : value;
  });
  assert.deepEqual(passed, [
    ['a', '1'],
    ['b c', 'd e!'],
    ['', 'f'],
    ['', 'g'],
    ['h', '%E0A'],
  ]);
  assert.equal(redacted, 'a=1&b+c=x%20y&z z&=g&h=x%20y');
  assert.equal(
    redactPairs('', () => assert.fail('not called')),
    '',
  );
});

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
