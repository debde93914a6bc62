import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on, subscriber } from './on.ts';

test('on returns a frozen listener', () => {
  const handle = () => {};
  const listener = on('kernel.response', -50, 'stamp', handle);
  assert.deepEqual(listener, { event: 'kernel.response', priority: -50, name: 'stamp', handle });
  assert.ok(Object.isFrozen(listener));
});

test('subscriber returns one listener per event, all with its name', () => {
  const listeners = subscriber('timing', { 'kernel.request': [300, () => {}], 'kernel.response': [-300, () => {}] });
  assert.deepEqual(
    listeners.map(({ event, priority, name }) => [event, priority, name]),
    [
      ['kernel.request', 300, 'timing'],
      ['kernel.response', -300, 'timing'],
    ],
  );
});
