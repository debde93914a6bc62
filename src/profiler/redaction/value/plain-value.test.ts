import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { Redactor } from '../redactor.ts';
import { isPlain, sensitivityOfValues } from './plain-value.ts';

const names = new SecretNames({});
const members = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));

test('a small value without secret names is plain', () => {
  for (const value of [
    ...['', 'a'.repeat(512), 0, -1e12, 1e12, true, false, null, undefined],
    ...[
      [],
      [1, 'a', null],
      {},
      { a: 1, b: [{ c: 'x' }] },
      members(16),
      Array(16).fill(1),
      { ['a'.repeat(100)]: 1 },
      [[[1]]],
      Array(2),
    ],
  ])
    assert.equal(isPlain(value, names), true, JSON.stringify(value));
});

test('other values are not plain', () => {
  class Custom {
    a = 1;
  }
  const revoked = new Proxy({}, { get: () => assert.fail('is called') });
  for (const [at, value] of [
    ...['a'.repeat(513), 1e12 + 1, -1e12 - 1, Number.POSITIVE_INFINITY, 10n, Symbol('a'), () => 1],
    ...[new Date(), new Map(), new Custom(), Object.create(null), revoked, [revoked], { a: revoked }],
    ...[members(17), Array(17).fill(1), { ['a'.repeat(101)]: 1 }, [[[[1]]]], { a: { b: { c: { d: 1 } } } }],
    ...[
      { password: 'x' },
      { a: { token: 1 } },
      [{ pin: 1 }],
      { code: 'a', grant_type: 'b' },
      { name: 'password', value: 'x' },
      { value: 'x', key: 'apiKey' },
    ],
    ...[{ a: 'a'.repeat(513) }, [() => 1]],
  ].entries())
    assert.equal(isPlain(value, names), false, String(at));
  assert.equal(
    isPlain(
      {
        get a() {
          return assert.fail('is called');
        },
      },
      names,
    ),
    false,
  );
  const { proxy, calls } = trappedProxy({});
  for (const value of [Object.setPrototypeOf([1], proxy), Object.setPrototypeOf({ a: 1 }, proxy), { a: [proxy] }])
    assert.equal(isPlain(value, names), false);
  assert.deepEqual(calls, []);
  for (const value of [[1], { a: 1 }])
    assert.equal(isPlain(Object.defineProperty(value, 'toJSON', { value: () => assert.fail() }), names), false);
  assert.equal(isPlain(Object.defineProperty([1], 0, { get: () => assert.fail('is called') }), names), false);
});

test('names without a secret meaning are plain', () => {
  for (const value of [
    { code: 'a', page: 1 },
    { grant_type: 'b' },
    { name: 'city', value: 'x' },
    { name: 7, value: 'x' },
    { name: 'password' },
  ])
    assert.equal(isPlain(value, names), true, JSON.stringify(value));
});

test('each text must meet the condition of the caller', () => {
  const passes = (text: string): boolean => text !== 'bad';
  assert.deepEqual(
    ['good', 'bad', ['good', 'bad'], { a: { b: 'bad' } }, { a: 'good' }].map((value) => isPlain(value, names, passes)),
    [true, false, false, false, true],
  );
  const redactor = new Redactor();
  assert.deepEqual(
    [redactor.isPlain('Bearer abc123def'), redactor.isClean('Bearer abc123def'), redactor.isClean(['a'])],
    [true, false, true],
  );
});

test('a name beside a value determines its sensitivity', () => {
  const of = (value: object): string => sensitivityOfValues(value, Object.keys(value), names);
  assert.deepEqual(
    [of({ name: 'password', value: 1 }), of({ value: 1, key: 'max_tokens' }), of({ name: 'city', value: 1 })],
    ['secret', 'counted', 'harmless'],
  );
  assert.deepEqual(
    [of({ name: 'password' }), of({ name: 7, value: 1 }), of({ name: 'city', key: 'pin', value: 1 })],
    ['harmless', 'harmless', 'secret'],
  );
});
