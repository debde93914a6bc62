import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getFallbacks, parseAcceptLanguage } from './accept-language.ts';

const read = (header: string) => parseAcceptLanguage(header).map(({ range, q }) => `${range} ${q}`);

describe('parseAcceptLanguage()', () => {
  test('sorts ranges by weight, and by position for equal weights', () =>
    assert.deepEqual(read('da, en-gb;q=0.8, en;q=0.7, fr;q=0.8,*;q=0.1'), [
      'da 1',
      'en-gb 0.8',
      'fr 0.8',
      'en 0.7',
      '* 0.1',
    ]));

  test('ignores case and white space', () =>
    assert.deepEqual(read(' EN-us ; q=1.000 ,\tfr;Q=0.5,, '), ['en-us 1', 'fr 0.5']));

  test('ignores invalid ranges and returns the others', () => {
    for (const wrong of [
      'fr;q=2',
      'fr;q=-1',
      'fr;q=0.1234',
      'fr;q=',
      'fr;q',
      'fr_FR',
      '1234',
      'toolonglanguage',
      'fr--CH',
      '-fr',
      'fr;q=0.5;x=1',
      '*-CH',
      'frü',
      `a-${'b'.repeat(80)}`,
    ])
      assert.deepEqual(read(`${wrong}, en;q=0.3`), ['en 0.3'], wrong);
  });

  test('returns at most a hundred ranges', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `x${String.fromCharCode(97 + (i % 26))}`).join(',');
    assert.equal(read(many(100)).length, 100);
    assert.equal(read(many(101)).length, 100);
    assert.equal(read(many(1_000)).length, 100);
  });

  test('reads 4 KB of a header, without an incomplete last range', () => {
    const header = `en, ${' '.repeat(4_087)}fr-FR;q=0`;
    assert.deepEqual(read(header), ['en 1']);
  });

  test('takes linear time', () => {
    const hostile = [
      'a-'.repeat(4_096),
      `en${';q=0.5'.repeat(2_000)}`,
      `en${' '.repeat(8_000)};q=1`,
      ','.repeat(8_192),
      '*,'.repeat(4_096),
      `${'a-b-'.repeat(16)}c,`.repeat(120),
      `en;q=0.${'0'.repeat(8_000)}`,
    ];
    // Quadratic work would take hours.
    for (const header of hostile) assert.ok(Array.isArray(parseAcceptLanguage(header.repeat(100))));
  });
});

test('the fallbacks of a range omit its last subtags one by one, with single characters before them (RFC 4647 §3.4)', () => {
  assert.deepEqual(getFallbacks('zh-hant-cn-x-private1-private2'), [
    'zh-hant-cn-x-private1-private2',
    'zh-hant-cn-x-private1',
    'zh-hant-cn',
    'zh-hant',
    'zh',
  ]);
  assert.deepEqual(getFallbacks('x-mine'), ['x-mine']);
  assert.deepEqual(getFallbacks('i-klingon'), ['i-klingon']);
  assert.deepEqual(getFallbacks('en'), ['en']);
});
