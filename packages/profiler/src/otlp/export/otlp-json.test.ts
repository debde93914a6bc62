import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { attributesToJson, quote, toNanoseconds } from './otlp-json.ts';

test('a time is nanoseconds, exact to the microsecond', () => {
  const origin = 1_795_714_898_412;
  deepEqual(
    [0, 0.001, 1, 587.999, 588, 61_000.5].map((offset) => toNanoseconds(origin, offset)),
    [
      ...['1795714898412000000', '1795714898412001000', '1795714898413000000'],
      ...['1795714898999999000', '1795714899000000000', '1795714959412500000'],
    ],
  );
});

test('an invalid offset is a valid time, because a collector would refuse the whole batch', () => {
  const origin = 1_795_714_898_412;
  for (const offset of [-1, NaN, -Infinity]) equal(toNanoseconds(origin, offset), '1795714898412000000');
  // 64 bits without a sign.
  for (const offset of [1e300, Infinity]) equal(BigInt(toNanoseconds(origin, offset)) < 2n ** 64n, true);
});

test('attributes are written with their types, and without values that are undefined or null', () => {
  const values = { a: 'x"y', b: 7, c: 0.5, d: true, e: [1], f: undefined, g: null, h: NaN };
  deepEqual(JSON.parse(attributesToJson(values)), [
    { key: 'a', value: { stringValue: 'x"y' } },
    { key: 'b', value: { intValue: '7' } },
    { key: 'c', value: { doubleValue: 0.5 } },
    { key: 'd', value: { boolValue: true } },
    { key: 'e', value: { stringValue: '[1]' } },
    { key: 'h', value: { stringValue: 'NaN' } },
  ]);
  equal(attributesToJson({}), '[]');
});

test('names, texts and the number of attributes are bounded, and have no half of a surrogate pair', () => {
  const half = '\ud83d';
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`${index}-${'n'.repeat(300)}`, half]));
  const attributes = JSON.parse(attributesToJson(many)) as { key: string; value: { stringValue: string } }[];
  deepEqual([attributes.length, attributes[0]!.key.length, attributes[0]!.value.stringValue], [64, 200, '\ufffd']);
  equal(JSON.parse(quote('x'.repeat(5_000))), `${'x'.repeat(4_096)}…`);
  equal(attributesToJson({ [half]: 1 }), '[{"key":"\ufffd","value":{"intValue":"1"}}]');
});
