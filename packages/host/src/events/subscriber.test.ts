import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getListener } from './subscriber.ts';

const greeter = { name: 'greeter', on: { hello: () => {}, welcome: () => {} } };

test('a listener of a subscriber has the name of the subscriber and the given priority', () => {
  const listener = getListener(greeter, 'hello', 7);
  assert.deepEqual([listener.event, listener.name, listener.priority], ['hello', 'greeter', 7]);
});

test('rejects a subscriber for an event that it does not listen to', () => {
  assert.throws(
    () => getListener(greeter, 'goodbye', 0),
    /"greeter" does not listen to "goodbye"; it listens to hello, welcome$/,
  );
});
