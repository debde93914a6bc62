import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';
import { toJsonText, toPlain } from './to-plain.ts';

test('plain data is not changed', () => {
  const data = { a: [1, 'x', true, null], b: { c: 1.5 } };
  assert.deepEqual(toPlain(data), data);
});

test('values that JSON cannot represent are described', () => {
  const value = [
    undefined,
    10n,
    Symbol('s'),
    () => 1,
    NaN,
    -Infinity,
    new Uint8Array(3),
    new Date(0),
    new Map([['k', 1]]),
    new Set([1]),
  ];
  assert.deepEqual(toPlain(value), [
    '[undefined]',
    '10n',
    '[symbol]',
    '[function]',
    'NaN',
    '-Infinity',
    '[3 bytes]',
    '1970-01-01T00:00:00.000Z',
    { k: 1 },
    [1],
  ]);
});

test('an error is converted to its name and message', () => {
  assert.equal(toPlain(new TypeError('no')), 'TypeError: no');
});

test('secrets are redacted by their names at any depth', () => {
  assert.deepEqual(toPlain({ user: { password: 'x', name: 'y' } }), { user: { password: '•••', name: 'y' } });
});

test('a cycle is replaced by a marker', () => {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  assert.deepEqual(toPlain(value), { self: '[circular]' });
});

test('getters and toJSON of the value are not called', () => {
  const ran: string[] = [];
  const value = {
    get bomb() {
      ran.push('getter');
      return 1;
    },
    toJSON() {
      ran.push('toJSON');
    },
  };
  assert.deepEqual(toPlain(value), { bomb: '[getter]', toJSON: '[function]' });
  class Unserializable extends Array<number> {
    override values(): never {
      ran.push('values');
      throw new Error();
    }
  }
  assert.deepEqual(toPlain(Unserializable.of(1)), [1]);
  assert.deepEqual(ran, []);
});

test('no trap of a proxy is called, and its sibling values are converted', () => {
  const { proxy, calls } = trappedProxy({});
  const list = trappedProxy([1]);
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  assert.deepEqual(toPlain({ proxy, list: list.proxy, revoked, a: 1 }), {
    ...{ proxy: '[proxy]', list: '[proxy]', revoked: '[proxy]' },
    a: 1,
  });
  const values = [new Error('x'), new Date(0), new Map([['k', 1]]), new Set([1]), [1], { k: 1 }];
  for (const value of values) Object.setPrototypeOf(value, proxy);
  // Without its prototypes, an error is an object with own properties that are not enumerable.
  assert.deepEqual(toPlain(values), [{}, '1970-01-01T00:00:00.000Z', { k: 1 }, [1], [1], { k: 1 }]);
  assert.deepEqual([...calls, ...list.calls], []);
});

test('getters of the elements of a list are not called', () => {
  const list = Object.defineProperty([1, 2], 0, { get: () => assert.fail('is called') });
  assert.deepEqual(toPlain(list), ['[getter]', 2]);
});

test('the key __proto__ is an ordinary key', () => {
  assert.equal(toJsonText(JSON.parse('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});

test('depth, width and length are limited', () => {
  const row = Array(10_000).fill('x'.repeat(10_000));
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, row]));
  assert.ok(JSON.stringify(toPlain(wide)).length < 400_000);
  assert.ok(toJsonText(wide).length < 2_100);
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal(toJsonText(deep), '[[[[["[array]"]]]]]');
});
