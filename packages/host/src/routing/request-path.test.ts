import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  comparablePath,
  decodeBytes,
  decodePath,
  decodePathToBytes,
  isAscii,
  trimPathPrefix,
  trimTrailingSlashes,
} from './request-path.ts';

test('comparablePath decodes a path once and changes nothing else', () => {
  assert.equal(comparablePath('/admin/x'), '/admin/x');
  assert.equal(comparablePath('/%61dmin%2Fx'), '/admin/x');
  assert.equal(comparablePath('/%2561dmin'), '/%61dmin');
  assert.equal(comparablePath('//admin/../x;y'), '//admin/../x;y');
  assert.equal(comparablePath('/caf%C3%A9'), '/café');
});

test('comparablePath keeps the text before invalid UTF-8', () => {
  assert.equal(comparablePath('/%61dmin/%FF'), '/admin/\ufffd');
  assert.equal(comparablePath('/caf%C3%A9/%FF'), '/café/\ufffd');
});

test('decodePath returns undefined for invalid UTF-8, and / for an empty path', () => {
  assert.deepEqual(['', '/a', '/%61%zz%', '/%c3%a9', '/%C3', '/%E9a'].map(decodePath), [
    '/',
    '/a',
    '/a%zz%',
    '/é',
    undefined,
    undefined,
  ]);
});

test('decodePathToBytes returns one character per byte', () => {
  assert.equal(decodePathToBytes('/%61%FF%0a%C3%A9é'), '/a\xff\n\xc3\xa9\xc3\xa9');
  assert.equal(decodePathToBytes('/%4/%g1/%1g/%%41/%'), '/%4/%g1/%1g/%A/%');
  assert.equal(decodePathToBytes('%2f%2F%aA%9F'), '//\xaa\x9f');
  for (const character of '/:@`g') assert.equal(decodePathToBytes(`%${character}1`), `%${character}1`);
  assert.equal(decodePathToBytes(''), '/');
  const long = `/${'a'.repeat(10_000)}`;
  assert.equal(decodePathToBytes(long), long);
});

test('decodeBytes decodes UTF-8', () => {
  assert.deepEqual(['a', '\xc3\xa9', 'a\xff'].map(decodeBytes), ['a', 'é', 'a\ufffd']);
});

test('isAscii returns whether all characters are below U+0080', () => {
  assert.deepEqual(['', 'a\x7f', '\x80a', 'aé'].map(isAscii), [true, true, false, false]);
});

test('trailing slashes are removed, and a path of slashes becomes /', () => {
  assert.deepEqual(['/a', '/a/', '/a//', '/', '//', '', '/a//b/'].map(trimTrailingSlashes), [
    '/a',
    '/a',
    '/a',
    '/',
    '/',
    '',
    '/a//b',
  ]);
  assert.deepEqual(['/a', '/a//', '/', ''].map(trimPathPrefix), ['/a', '/a', '', '']);
});
