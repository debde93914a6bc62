import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackName, matchesHostPattern, parseAuthority } from './authority.ts';

test('returns the name in lower case and the port', () => {
  assert.deepEqual(parseAuthority('WWW.Example.com:8000'), { name: 'www.example.com', port: 8000 });
  assert.deepEqual(parseAuthority('example.com'), { name: 'example.com', port: undefined });
  assert.deepEqual(parseAuthority('_dev.example.com.'), { name: '_dev.example.com.', port: undefined });
});

test('an IPv6 address keeps its brackets', () => {
  assert.deepEqual(parseAuthority('[::1]:8000'), { name: '[::1]', port: 8000 });
  assert.deepEqual(parseAuthority('[2001:DB8::7]'), { name: '[2001:db8::7]', port: undefined });
});

test('returns undefined for an invalid authority', () => {
  const wrong = [
    '',
    'bad_host!x',
    'a b',
    'user@example.com',
    'example.com:http',
    'example.com:65536',
    'a..b',
    '-a.com',
    '::1',
    '[::1',
    '[1::2::3]',
  ];
  for (const text of [...wrong, `${'a'.repeat(64)}.com`, 'a.'.repeat(200), 'evil.com/x', 'a\r\nb', 'a\0']) {
    assert.equal(parseAuthority(text), undefined, text);
  }
});

test('parses thousands of different names, and the first one again', () => {
  for (let i = 0; i < 2_000; i++) assert.equal(parseAuthority(`h${i}.test`)?.name, `h${i}.test`);
  assert.equal(parseAuthority('h0.test')?.name, 'h0.test');
});

test('a wildcard matches the subdomains of a name, but not the name', () => {
  assert.equal(matchesHostPattern('api.example.com', '*.example.com'), true);
  assert.equal(matchesHostPattern('a.b.example.com', '*.example.com'), true);
  assert.equal(matchesHostPattern('example.com', '*.example.com'), false);
  assert.equal(matchesHostPattern('badexample.com', '*.example.com'), false);
  assert.equal(matchesHostPattern('anything', '*'), true);
  assert.equal(matchesHostPattern('example.com', 'example.com'), true);
  assert.equal(matchesHostPattern('example.org', 'example.com'), false);
});

test('loopback names are localhost, its subdomains, 127.0.0.0/8 and [::1]', () => {
  for (const name of ['localhost', 'www.localhost', 'a.b.localhost', '127.0.0.1', '127.255.9.200', '[::1]']) {
    assert.equal(isLoopbackName(name), true, name);
  }
  for (const name of [
    '',
    'localhost.evil.com',
    'notlocalhost',
    '127.0.0.1.evil.com',
    '128.0.0.1',
    '127.0.0.256',
    '127.1',
    '[::2]',
    '0.0.0.0',
  ]) {
    assert.equal(isLoopbackName(name), false, name);
  }
});
