import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJsonText, toPlain } from './to-plain.ts';

test('plain data stays what it is', () => {
  const data = { a: [1, 'x', true, null], b: { c: 1.5 } };
  assert.deepEqual(toPlain(data), data);
});

test('what JSON has no word for is named', () => {
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

test('an error says its name and message', () => {
  assert.equal(toPlain(new TypeError('no')), 'TypeError: no');
});

test('secrets are hidden by their names, at any depth', () => {
  assert.deepEqual(toPlain({ user: { password: 'x', name: 'y' } }), { user: { password: '•••', name: 'y' } });
});

test('a cycle ends', () => {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  assert.deepEqual(toPlain(value), { self: '[circular]' });
});

test('no code of the value is run', () => {
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
  class Strange extends Array<number> {
    override values(): never {
      ran.push('values');
      throw new Error();
    }
  }
  assert.deepEqual(toPlain(Strange.of(1)), [1]);
  assert.deepEqual(ran, []);
});

test('a proxy that refuses everything is unreadable, what stands beside it is not', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  const hostile = new Proxy(
    {},
    { ownKeys: refuse, get: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse },
  );
  assert.deepEqual(toPlain({ hostile, a: 1 }), { hostile: '[unreadable]', a: 1 });
});

test('a key such as __proto__ stays a key', () => {
  assert.equal(toJsonText(JSON.parse('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});

test('size has an end in every direction', () => {
  const row = Array(10_000).fill('x'.repeat(10_000));
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, row]));
  assert.ok(JSON.stringify(toPlain(wide)).length < 400_000);
  assert.ok(toJsonText(wide).length < 2_100);
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal(toJsonText(deep), '[[[[["[array]"]]]]]');
});
