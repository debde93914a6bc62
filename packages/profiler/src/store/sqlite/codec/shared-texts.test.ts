import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedTexts } from './shared-texts.ts';

describe('SharedTexts', () => {
  it('shares a text that occurs the second time', () => {
    const texts = new SharedTexts();
    assert.deepEqual([texts.indexOf('first'), texts.indexOf('second')], [-1, -1]);
    assert.deepEqual([texts.indexOf('second'), texts.indexOf('first'), texts.indexOf('second')], [0, 1, 0]);
    assert.deepEqual(texts.list, ['second', 'first']);
  });

  it('never returns the index of another text with the same hash', () => {
    // FNV-1a of both is 0x5e4daa9d.
    const [one, other] = ['costarring', 'liquid'];
    const texts = new SharedTexts();
    assert.deepEqual([texts.indexOf(one), texts.indexOf(other)], [-1, 0]);
    assert.deepEqual([texts.indexOf(one), texts.indexOf(other), texts.list], [1, 0, [other, one]]);
  });

  it('does not share long texts, and is full after many', () => {
    const texts = new SharedTexts();
    const long = 'x'.repeat(2_049);
    assert.deepEqual([texts.indexOf(long), texts.indexOf(long)], [-1, -1]);
    let most = 0;
    for (; !texts.isFull; most++) for (let i = 0; i < 2; i++) texts.indexOf(`text ${most}`);
    assert.deepEqual([texts.list.length, most], [8_192, 8_192]);
  });
});
