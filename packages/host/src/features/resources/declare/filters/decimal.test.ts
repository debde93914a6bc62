import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalDecimal, decimalSortKey } from './decimal.ts';

const ASCENDING = [
  ...['-1e20', '-9007199254740993', '-9007199254740992', '-10', '-9.99', '-1.05', '-1.0', '-0.123', '-0.12', '-0.001'],
  ...['0', '0.001', '0.0010000000000000000000000001', '0.12', '0.123', '1', '1.05', '9.99', '10', '9007199254740992'],
  ...['9007199254740993', '1e20'],
];

test('sort keys have the order of the numbers', () => {
  const keys = ASCENDING.map((text) => decimalSortKey(text)!);
  deepEqual(keys.toSorted(), keys);
  equal(new Set(keys).size, ASCENDING.length);
});

test('sort keys and canonical texts of equal numbers are equal', () => {
  for (const [text, ...others] of [
    ['1.5', '1.50', '01.5', '+1.5', '15e-1', '0.15E1'],
    ['0', '-0', '0.000', '00', '0e9'],
    ['-120', '-120.0', '-1.2e2', '-0120'],
    ['0.05', '.05'.padStart(4, '0'), '5e-2'],
  ] as const)
    for (const other of others) {
      equal(canonicalDecimal(other), text, other);
      equal(decimalSortKey(other), decimalSortKey(text), other);
    }
  equal(canonicalDecimal(12345678901234567890n), '12345678901234567890');
});

test('other values are no decimal numbers', () => {
  for (const value of [
    '',
    ' 1',
    '1 ',
    '1,5',
    '1.5.5',
    '.',
    '-',
    'e5',
    '1e9999',
    'NaN',
    'Infinity',
    '0x1',
    null,
    true,
    {},
  ])
    deepEqual([canonicalDecimal(value), decimalSortKey(value)], [undefined, undefined], String(value));
});

test('long texts are parsed in linear time', () => {
  const text = `${'1'.repeat(400)}${'0'.repeat(599)}1.${'0'.repeat(999)}1`;
  equal(canonicalDecimal(text), text);
  equal(canonicalDecimal('1'.repeat(1001)), undefined);
});
