import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on } from './on.ts';
import { pipeline } from './pipeline.ts';

test('the table places the parts that are there, then the application’s own', () => {
  const headers = { name: 'HeadersListener', on: { 'kernel.response': () => {} } };
  const own = on('kernel.request', 5, 'own', () => {});
  assert.deepEqual(
    pipeline({ headers }, [own]).map(({ event, priority, name }) => [event, priority, name]),
    [
      ['kernel.response', 0, 'HeadersListener'],
      ['kernel.request', 5, 'own'],
    ],
  );
});

test('a part that does not listen where the table puts it is told', () => {
  assert.throws(
    () => pipeline({ log: { name: 'wrong', on: {} } }, []),
    /"wrong" does not listen to "kernel\.exception"/,
  );
});
