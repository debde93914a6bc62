import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWithin } from './answer-within.ts';

const late = (): Error => new Error('late');

test('resolves and rejects like the answer', async () => {
  assert.equal(await answerWithin(Promise.resolve('answer'), 20, late), 'answer');
  await assert.rejects(answerWithin(Promise.reject(new Error('refused')), 20, late), { message: 'refused' });
});

test('rejects without an answer', async () => {
  await assert.rejects(answerWithin(new Promise(() => {}), 20, late), { message: 'late' });
});

test('accepts an answer that arrives while the event loop is blocked for longer than the limit', async () => {
  const answer = new Promise((resolve) => setTimeout(resolve, 60, 'answer'));
  const bounded = answerWithin(answer, 40, late);
  const end = performance.now() + 200;
  while (performance.now() < end);
  assert.equal(await bounded, 'answer');
});
