import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../../core/src/redaction/secret-names.ts';
import { trappedProxy } from '../../../../../test/lib/trapped-proxy.ts';
import { redactWords } from './redact-text.ts';
import { VALUE_BOUNDS, redactValue } from './redact-value.ts';

const names = new SecretNames({});
const rules = {
  names,
  isPlainName: () => false,
  isPlainText: () => false,
  text: (text: string) => redactWords(text, names),
  sqlParameters: (_: string, list: readonly unknown[]) => list,
};
const redact = (value: unknown, bounds = {}): unknown => redactValue(value, rules, { ...VALUE_BOUNDS, ...bounds });

const ANONYMOUS = (() =>
  class {
    a = 1;
  })();

test('values are copied as plain data', () => {
  class Point {
    x = 1;
  }
  for (const [value, expected] of [
    ['a', 'a'],
    [1.5, 1.5],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [7n, '7n'],
    [Symbol('s'), 'Symbol(s)'],
    [() => 1, '[function]'],
    [undefined, undefined],
    [null, null],
    [true, true],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), 'Invalid Date'],
    [
      new Map<unknown, unknown>([
        ['a', 1],
        [{}, 2],
        [() => 1, 3],
        [4, 5],
      ]),
      { a: 1, '[object 2]': 2, '[function 3]': 3, 4: 5 },
    ],
    [new Set([1, 'a']), [1, 'a']],
    [Buffer.from('abc'), '[3 bytes]'],
    [new ArrayBuffer(4), '[4 bytes]'],
    [Object('a'), '[boxed]'],
    [/a/, '[pattern]'],
    [Promise.resolve(1), '[promise]'],
    [new URL('http://u:p@h/a?token=x'), 'http://u:•••@h/a?token=•••'],
    [new URLSearchParams('a=1&token=x'), 'a=1&token=•••'],
    [new Point(), { '(class)': 'Point', x: 1 }],
    [new ANONYMOUS(), { '(class)': '[anonymous]', a: 1 }],
    [Object.create(null, { a: { value: 1, enumerable: true } }), { a: 1 }],
    [Object.create({ inherited: 1 }), {}],
    [new Proxy({}, {}), '[proxy]'],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ] as [unknown, unknown][])
    assert.deepEqual(redact(value), expected);
  const member = Object.getOwnPropertyDescriptor(redact(JSON.parse('{"__proto__":1}')), '__proto__');
  assert.deepEqual(member, { value: 1, enumerable: true, configurable: true, writable: true });
});

test('secrets under sensitive names are masked, whatever their type', () => {
  for (const value of ['x', 12, 7n, Symbol('s'), new Date(0), new URL('http://h'), new URLSearchParams('a=1')])
    assert.deepEqual(redact({ password: value }), { password: '•••' });
  assert.deepEqual(redact({ password: { a: 'x', b: [12, 'y'], c: true, d: '' } }), {
    password: { a: '•••', b: ['•••', '•••'], c: true, d: '' },
  });
  assert.deepEqual(
    redact(
      new Map([
        ['token', 'x'],
        ['city', 'y'],
      ]),
    ),
    { token: '•••', city: 'y' },
  );
  assert.deepEqual(redact({ password: new Map([['a', 'x']]), token: new Set(['x']) }), {
    password: { a: '•••' },
    token: ['•••'],
  });
});

test('numbers, counts and dates under a name that counts are kept', () => {
  const value = { max_tokens: 5, total_tokens: '7', password_changed_at: new Date(0), token_count: 'x' };
  assert.deepEqual(redact(value), { ...value, password_changed_at: '1970-01-01T00:00:00.000Z' });
  assert.deepEqual(redact({ password: { max_tokens: 5 } }), { password: { max_tokens: '•••' } });
});

test('a number that is a card number is masked', () => {
  assert.deepEqual(
    [redact(4111111111111111), redact(4111111111111112), redact({ n: [4111111111111111] })],
    ['•••', 4111111111111112, { n: ['•••'] }],
  );
});

test('a name beside a value, and other parameters of OAuth beside a code, make it a secret', () => {
  assert.deepEqual(redact({ name: 'password', value: 'x', note: 'y' }), { name: 'password', value: '•••', note: 'y' });
  assert.deepEqual(redact({ name: 'max_tokens', value: 5 }), { name: 'max_tokens', value: 5 });
  assert.deepEqual(redact({ code: 'abc', grant_type: 'x' }), { code: '•••', grant_type: 'x' });
  assert.deepEqual(redact({ code: 'abc' }), { code: 'abc' });
});

test('getters are not called, except for the stack of an error', () => {
  assert.deepEqual(
    redact({
      get a() {
        return assert.fail('is called');
      },
    }),
    { a: '[getter]' },
  );
  const error = Object.assign(new TypeError('Bearer abc123def'), { cause: 'c', extra: 1 });
  const copy = redact(error) as Record<string, unknown>;
  assert.deepEqual(
    [copy['(class)'], copy['message'], copy['cause'], copy['extra']],
    ['TypeError', 'Bearer •••', 'c', 1],
  );
  assert.match(String(copy['stack']), /TypeError: Bearer •••/);
});

test('circular, deep, wide and long values are cut', () => {
  const circular: Record<string, unknown> = { a: 1 };
  circular['self'] = [circular];
  assert.deepEqual(redact(circular), { a: 1, self: ['[circular]'] });
  const shared = { a: 1 };
  assert.deepEqual(redact([shared, shared]), [shared, shared]);
  assert.deepEqual(redact([[[1]], { a: { b: {} } }], { depth: 2 }), [['[array]'], { a: '[object]' }]);
  assert.deepEqual(redact([1, 2, 3], { breadth: 2 }), [1, 2, '… 1 more']);
  assert.deepEqual(redact({ a: 1, b: 2, c: 3 }, { breadth: 2 }), { a: 1, b: 2, '…': '1 more' });
  assert.deepEqual(
    redact(
      new Map([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
      { breadth: 2 },
    ),
    { a: 1, b: 2, '…': '1 more' },
  );
  assert.deepEqual(redact(new Set([1, 2, 3]), { breadth: 1 }), [1, '… 2 more']);
  assert.deepEqual(
    redact(
      [
        [1, 2],
        [3, 4],
      ],
      { entries: 4 },
    ),
    [[1, 2], ['… 2 more']],
  );
  assert.deepEqual(redact({ a: { b: 1 }, c: 2 }, { entries: 2 }), { a: { b: 1 }, '…': '1 more' });
  assert.equal(redact('abcdef', { text: 4 }), 'abcd… (6 characters)');
  assert.equal(redact('abcd', { text: 4 }), 'abcd');
  assert.deepEqual(redact(['abc', 'def', 'g'], { total: 4 }), ['abc', 'd… (3 characters)', '… (1 characters)']);
  assert.equal(redact('a '.repeat(20_000)), `${'a '.repeat(4_096)}… (40000 characters)`);
  const long = redact({ ['n'.repeat(300)]: 1, ['g'.repeat(300)]: 2 }) as object;
  assert.deepEqual(
    Object.keys(long).map(({ length }) => length),
    [200, 200],
  );
});

test('no trap of a proxy is called, wherever the proxy is', () => {
  const { proxy, calls } = trappedProxy({});
  const values = {
    proxy,
    member: { a: proxy },
    list: [proxy],
    map: new Map<unknown, unknown>([[proxy, proxy]]),
    set: new Set([proxy]),
    error: new Error('no', { cause: proxy }),
  };
  const copy = redact(values) as Record<string, unknown>;
  assert.deepEqual([copy['proxy'], copy['member'], copy['list']], ['[proxy]', { a: '[proxy]' }, ['[proxy]']]);
  assert.deepEqual([copy['map'], copy['set']], [{ '[object 1]': '[proxy]' }, ['[proxy]']]);
  assert.equal((copy['error'] as Record<string, unknown>)['cause'], '[proxy]');
  assert.deepEqual(calls, []);
});

test('no trap is called of a prototype that is a proxy', () => {
  const { proxy, calls } = trappedProxy({});
  const base = class {
    b = 1;
  };
  Object.setPrototypeOf(base.prototype, proxy);
  const list = Object.setPrototypeOf(Array(2).fill(1, 0, 1), proxy) as unknown;
  assert.deepEqual(redact(list), [1, undefined]);
  for (const prototype of [proxy, base.prototype]) {
    const members = prototype === proxy ? { a: 1 } : { '(class)': 'base', a: 1 };
    for (const value of [{}, new Map(), new Set(), new Date(0), new URL('http://h'), new URLSearchParams('a=1'), /a/])
      assert.deepEqual(redact(Object.setPrototypeOf(Object.assign(value, { a: 1 }), prototype)), members);
  }
  const error = redact(Object.setPrototypeOf(new Error('no'), proxy)) as Record<string, unknown>;
  assert.deepEqual([error['message'], error['stack']], ['no', '[getter]']);
  assert.deepEqual(calls, []);
});

test('methods and getters of the value and of its class are not called', () => {
  const fail = (): never => assert.fail('is called');
  const getter = { get: fail, enumerable: true };
  class OwnUrl extends URL {
    override toString = fail;
  }
  class OwnMap extends Map<number, number> {}
  class OwnSet extends Set<number> {}
  Object.defineProperty(OwnUrl.prototype, 'href', getter);
  for (const { prototype } of [OwnMap, OwnSet]) Object.defineProperty(prototype, 'size', getter);
  const parameters = Object.assign(new URLSearchParams('a=1'), { toString: fail });
  const list = Object.defineProperty([0, 1], 0, getter);
  const error = Object.defineProperties(new Error('no'), { cause: getter, stack: getter, extra: getter });
  assert.deepEqual(redact([new OwnUrl('http://h/a'), parameters]), ['http://h/a', 'a=1']);
  const map = new OwnMap().set(1, 2).set(3, 4);
  assert.deepEqual(redact(map, { breadth: 1 }), { 1: 2, '…': '1 more' });
  assert.deepEqual(redact([new OwnSet([1, 2]), list], { breadth: 2 }), [
    [1, 2],
    ['[getter]', 1],
  ]);
  const { message, cause, stack, extra } = redact(error) as Record<string, unknown>;
  assert.deepEqual([message, cause, stack, extra], ['no', '[getter]', '[getter]', '[getter]']);
});

test('the message of an error may have a getter', () => {
  const getMessage = (get: () => string): unknown =>
    (redact(Object.defineProperty(new Error('no'), 'message', { get })) as Record<string, unknown>)['message'];
  assert.equal(
    getMessage(() => 'computed'),
    'computed',
  );
  assert.equal(
    getMessage(() => assert.fail('throws')),
    '[getter]',
  );
});

test('by default, a list has up to 200 entries', () => {
  const list = Array.from({ length: 200 }, (_, index) => index);
  assert.deepEqual(redact(list), list);
  assert.deepEqual(redact([...list, 200]), [...list, '… 1 more']);
});

test('a list of pairs has secrets after sensitive names', () => {
  assert.deepEqual(
    redact([
      ['password', 'x'],
      ['max_tokens', 5],
      ['city', 'x'],
    ]),
    [
      ['password', '•••'],
      ['max_tokens', 5],
      ['city', 'x'],
    ],
  );
  assert.deepEqual(redact({ required: ['password', 'email'] }), { required: ['password', 'email'] });
  assert.deepEqual(redact({ type: 'password', value: 'x' }), { type: 'password', value: '•••' });
});
