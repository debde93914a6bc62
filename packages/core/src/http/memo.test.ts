import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Memo } from './memo.ts';

test('keeps a limited number of entries, and those that were read recently', () => {
  const memo = new Memo<number>(100);
  memo.set('often', -1);
  for (let i = 0; i < 10_000; i++) {
    memo.set(`rare ${i}`, i);
    assert.equal(memo.get('often'), -1);
    assert.ok(memo.size <= 101, `${memo.size} entries are kept`);
  }
  assert.equal(memo.get('rare 1'), undefined);
});

test('forgets an entry that was deleted, recent or old', () => {
  const memo = new Memo<number>(4);
  for (const key of ['a', 'b', 'c']) memo.set(key, 1);
  memo.delete('a');
  memo.delete('c');
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => memo.get(key)),
    [undefined, 1, undefined],
  );
});

test('keeps no entries with a limit of 0', () => {
  const memo = new Memo<number>(0);
  memo.set('a', 1);
  assert.equal(memo.get('a'), undefined);
});
