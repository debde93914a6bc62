const refuse = (): never => {
  throw new Error('refused');
};

function deep(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { in: value } : [value];
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { list: [] };
  value['self'] = value;
  (value['list'] as unknown[]).push(value, [value]);
  return value;
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** Values that make careless code throw, hang or run out of memory. */
export const HOSTILE_VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['not a number', Number.NaN],
  ['a symbol', Symbol('s')],
  ['a big integer', 12345678901234567890n],
  ['a function', refuse],
  ['10,000 levels', deep(10_000)],
  ['a circular object', cyclic()],
  ['a million characters', 'x'.repeat(1_000_000)],
  ['a lone surrogate', 'a\ud800b\udc00\0\u2028'],
  ['a list of 300,000', Array.from({ length: 300_000 }, (_, index) => index)],
  ['a sparse list', Object.assign([], { length: 4_000_000_000 })],
  ['an object of 50,000', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index]))],
  [
    'getters that throw',
    Object.defineProperties({}, { a: { get: refuse, enumerable: true }, message: { get: refuse, enumerable: true } }),
  ],
  [
    'a toJSON and a toString that throw',
    { toJSON: refuse, toString: refuse, valueOf: refuse, [Symbol.toPrimitive]: refuse },
  ],
  ['a proxy whose every trap throws', new Proxy({}, new Proxy({}, { get: () => refuse }))],
  ['a revoked proxy', revoked.proxy],
  [
    'an error whose properties throw',
    Object.defineProperties(
      new Error(),
      Object.fromEntries(['message', 'name', 'stack', 'cause', 'code', 'errors'].map((key) => [key, { get: refuse }])),
    ),
  ],
  [
    'an error with properties of other types',
    Object.assign(new Error('x'), { name: 7, stack: { a: 1 }, code: [], cause: () => 1, errors: 'none' }),
  ],
  [
    'an error that causes itself',
    Object.assign(new Error('round'), {
      get cause() {
        return this;
      },
    }),
  ],
  [
    'an aggregate of 10,000',
    new AggregateError(
      Array.from({ length: 10_000 }, () => new Error('one')),
      'many',
    ),
  ],
  [
    'an object without a prototype',
    Object.assign(Object.create(null) as object, { __proto__: 1, constructor: 2, hasOwnProperty: 3 }),
  ],
  [
    'dangerous names',
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"failed":"yes"}'),
  ],
  [
    'a map of itself',
    new Map<unknown, unknown>([
      [{}, 1],
      ['x', new Map()],
    ]),
  ],
  ['bytes', new Uint8Array(10_000_000)],
  ['an invalid date', new Date(Number.NaN)],
  [
    'a rejected promise',
    Object.assign(
      Promise.reject(new Error('handled')).catch(() => {}),
      {},
    ),
  ],
  [
    'a class whose Symbol.toStringTag throws',
    new (class {
      get [Symbol.toStringTag](): string {
        return refuse();
      }
    })(),
  ],
];
