import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeUnreserved, encodePath, percentEncode, scalarText, toQueryString } from './percent-encoding.ts';

test('percentEncode keeps letters, digits and four marks', () => {
  assert.equal(percentEncode("aZ09-._~!'()*/ é"), 'aZ09-._~%21%27%28%29%2A%2F%20%C3%A9');
  assert.equal(percentEncode('\ud800'), '%EF%BF%BD');
});

test('encodePath keeps delimiters, and encodes segments of dots', () => {
  assert.equal(encodePath('/a b/@:;,=+!*|/%2F?#'), '/a%20b/@:;,=+!*|/%2F%3F%23');
  for (const [path, encoded] of [
    ['/..', '/%2E%2E'],
    ['/.', '/%2E'],
    ['/a/../b', '/a/%2E%2E/b'],
    ['/a/./b', '/a/%2E/b'],
    ['/../../', '/%2E%2E/../'],
    ['/a/..', '/a/%2E%2E'],
    ['/a/.', '/a/%2E'],
    ['/a..', '/a..'],
    ['/..a/.b', '/..a/.b'],
    ['/.../', '/.../'],
  ] as const)
    assert.equal(encodePath(path), encoded, path);
});

test('toQueryString writes nested values with brackets', () => {
  const query = (params: Record<string, unknown>): string => toQueryString(Object.entries(params));
  assert.equal(query({ order: { id: 'desc' }, n: [1, 2] }), 'order%5Bid%5D=desc&n%5B0%5D=1&n%5B1%5D=2');
  assert.equal(query({ a: true, b: false, c: null, d: undefined, e: 0, f: '' }), 'a=1&b=0&e=0&f=');
  assert.equal(query({ 'a b': 'c&d=e/?@:!;,*+' }), 'a%20b=c%26d%3De/?@:!;,*%2B');
  assert.equal(query({ a: new Date(0), m: new Map([['k', [1]]]) }), 'a=1970-01-01T00:00:00.000Z&m%5Bk%5D%5B0%5D=1');
  assert.equal(query({ a: {}, b: [], c: new Map(), d: 1 }), 'd=1');
  assert.equal(query({ url: new URL('http://h/a') }), 'url=http://h/a');
  assert.equal(query({ a: { 'b c': 1 } }), 'a%5Bb%20c%5D=1');
});

test('a value that is nested too deeply is rejected', () => {
  const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);
  assert.equal(toQueryString([['a', nest(32)]]), `a${'%5B0%5D'.repeat(32)}=1`);
  assert.throws(() => toQueryString([['a', nest(33)]]), { name: 'TypeError', message: /nested more than 32 deep/ });
});

test('decodeUnreserved decodes what needs no encoding in a query', () => {
  assert.equal(decodeUnreserved('%2F%3F%40%3A%21%3B%2C%2A%26%3D%2B%252F'), '/?@:!;,*%26%3D%2B%2F');
});

test('scalarText returns booleans as digits, and dates in the format of ISO 8601', () => {
  assert.deepEqual([true, false, 7, 'a', new Date(0)].map(scalarText), [
    '1',
    '0',
    '7',
    'a',
    '1970-01-01T00:00:00.000Z',
  ]);
});
