import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithinPath } from '../../routing/request-path.ts';
import { isHostPattern, isPlainPath, matchesHost } from './scope-patterns.ts';

test('a path is within a prefix, its suffix of a format included, but not within a longer name', () => {
  for (const [path, prefix, expected] of [
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/a.json', '/a', true],
    ['/a/', '/a', true],
    ['/ab', '/a', false],
    ['/a-b', '/a', false],
    ['/b', '/a', false],
    ['/x/a', '/a', false],
    ['/', '', true],
    ['/a', '', true],
  ] as const)
    assert.equal(isWithinPath(path, prefix), expected, `${path} ${prefix}`);
});

test('a host matches a pattern, also with a dot at the end and with www. in front', () => {
  for (const [host, pattern, expected] of [
    ['example.com', 'example.com', true],
    ['example.com.', 'example.com', true],
    ['www.example.com', 'example.com', true],
    ['www.example.com.', 'example.com', true],
    ['www2.example.com', 'example.com', false],
    ['api.example.com', 'example.com', false],
    ['www.example.org', 'example.com', false],
    ['xwww.example.com', 'example.com', false],
    ['example.com', 'www.example.com', false],
    ['a.example.com', '*.example.com', true],
    ['example.com', '*.example.com', false],
    ['example.org', 'example.com', false],
  ] as const)
    assert.equal(matchesHost(host, pattern), expected, `${host} ${pattern}`);
});

test('the beginning of a path is plain text that begins with one slash', () => {
  for (const value of ['/', '/a', '/a/b.c', '/ä']) assert.equal(isPlainPath(value), true, value);
  for (const value of ['', 'a', '//a', '/a b', '/a?b', '/a#b', '/a*', '/{a}', '/%61', 7, undefined])
    assert.equal(isPlainPath(value), false, String(value));
});

test('a host pattern is a host name in lower case, with a wildcard at most in front', () => {
  for (const value of ['a', 'a.example.com', '*.example.com', '127.0.0.1', '[::1]', 'my_host', 'a-b.c'])
    assert.equal(isHostPattern(value), true, value);
  for (const value of ['', 'A.com', 'a.*.com', '*', '*.', 'a:80', 'https://a', '-a', 'a.', '::1', 7, undefined])
    assert.equal(isHostPattern(value), false, String(value));
});
