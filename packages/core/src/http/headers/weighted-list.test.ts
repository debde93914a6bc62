import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWeightedList } from './weighted-list.ts';
import type { WeightedListOptions } from './weighted-list.ts';

const read = (header: string, options: WeightedListOptions = { maxMembers: 10 }) =>
  parseWeightedList(header, options).map(({ parts, q }) => `${parts.join('|')} ${q}`);

test('returns members in the order sent, with weight 1 unless another is sent', () =>
  assert.deepEqual(read('br;q=0.5, gzip ,\t*; Q=0'), ['br 0.5', 'gzip 1', '* 0']));

test('separates the parameters before the weight from those after it', () => {
  const [member] = parseWeightedList('text/html;level=1; x="a;b,c" ;q=0.5;ext=2;q=1', { maxMembers: 10 });
  assert.deepEqual(member, { parts: ['text/html', 'level=1', 'x="a;b,c"'], q: 0.5, extensions: ['ext=2', 'q=1'] });
});

test('ignores empty members, which count towards the maximum', () => {
  assert.deepEqual(read(',, a, ,b,'), ['a 1', 'b 1']);
  assert.deepEqual(read('a,,b,c', { maxMembers: 3 }), ['a 1', 'b 1']);
});

test('reads 4 KB and ignores the member that is incomplete there', () =>
  assert.deepEqual(read(`a, ${' '.repeat(4_092)}b;q=0`), ['a 1']));

for (const [weight, q] of [
  ['0', 0],
  ['0.', 0],
  ['.5', 0.5],
  ['0.123', 0.123],
  ['1.000', 1],
  ['"0.5"', 0.5],
  ['0.1234', undefined],
  ['1.0000', undefined],
  ['1.001', undefined],
  ['-0.5', undefined],
  ['2', undefined],
  ['.', undefined],
  ['', undefined],
  ['1e0', undefined],
] as const)
  test(`the weight q=${weight} is ${q ?? 'invalid'}`, () =>
    assert.equal(parseWeightedList(`a;q=${weight}`, { maxMembers: 1 })[0]!.q, q));

test('accepts more decimals if the caller allows them', () =>
  assert.deepEqual(read('a;q=0.123456, b;q=0.1234567', { maxMembers: 2, maxDecimals: 6 }), [
    'a 0.123456',
    'b undefined',
  ]));
