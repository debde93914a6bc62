import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamWindow } from './stream-window.ts';

test('messages stay until the limit of their number or bytes is reached', () => {
  const window = new StreamWindow(3, 100);
  for (const id of ['1-0', '2-0', '3-0']) window.add(id, 30);
  assert.equal(window.oldest, undefined);
  window.add('4-0', 1);
  assert.equal(window.oldest, '2-0');
  window.add('5-0', 60);
  assert.equal(window.oldest, '3-0');
});

test('the newest message stays even if it exceeds the limit', () => {
  const window = new StreamWindow(10, 100);
  window.add('1-0', 10);
  window.add('2-0', 5000);
  assert.equal(window.oldest, '2-0');
  window.add('3-0', 10);
  assert.equal(window.oldest, '3-0');
});

test('the oldest message is the same no matter how often it is read', () => {
  const window = new StreamWindow(100, 1_000_000);
  for (let number = 1; number <= 5000; number++) {
    window.add(`${number}-0`, 10);
    assert.equal(window.oldest, number <= 100 ? undefined : `${number - 99}-0`);
  }
});
