import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History } from './history.ts';
import type { Update } from './update.ts';

function update(changes: Partial<Update>): Update {
  return { id: '1', topics: ['a'], data: '', private: false, type: undefined, retry: undefined, ...changes };
}

test('measures entries in UTF-8 bytes, including id, type and topics', () => {
  for (const changes of [
    { data: '\u6c34'.repeat(40) },
    { id: '\u6c34'.repeat(40) },
    { type: 'x'.repeat(120) },
    { topics: ['a', '\u6c34'.repeat(40)] },
  ]) {
    const history = new History(10, 100);
    history.add(update(changes));
    assert.deepEqual([history.length, history.bytes], [0, 0], Object.keys(changes)[0]);
    history.add(update({ data: 'x'.repeat(90) }));
    assert.deepEqual([history.length, history.bytes], [1, 92]);
  }
});

test('removes the oldest updates by number and by bytes', () => {
  const history = new History(3, 100);
  for (const id of ['1', '2', '3', '4']) history.add(update({ id }));
  assert.deepEqual([history.oldest, history.after('1'), history.after('2')], [2, undefined, 3]);
  history.add(update({ id: '5', data: 'x'.repeat(98) }));
  assert.deepEqual([history.oldest, history.length, history.after('4')], [5, 1, undefined]);
});
