import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on } from './on.ts';
import { pipeline } from './pipeline.ts';

test('subscribers get the places of the table, followed by the listeners of the application', () => {
  const headers = { name: 'HeadersListener', on: { 'kernel.response': () => {} } };
  const listener = on('kernel.request', 5, 'own', () => {});
  assert.deepEqual(
    pipeline({ headers }, [listener]).map(({ event, priority, name }) => [event, priority, name]),
    [
      ['kernel.response', 0, 'HeadersListener'],
      ['kernel.request', 5, 'own'],
    ],
  );
});

test('a subscriber that does not listen to the event of its row throws an error', () => {
  assert.throws(
    () => pipeline({ log: { name: 'wrong', on: {} } }, []),
    /"wrong" does not listen to "kernel\.exception"/,
  );
});
