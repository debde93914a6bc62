import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { EventLoopWatch } from './watch-event-loop.ts';

// All times are far in the future, so that the real timer adds no blocks between them.
const T = 1e9;

test('a time without a turn of the event loop is a block, minus one interval', (t) => {
  const loop = watch(t);
  loop.beat(T + 120);
  deepEqual(loop.between(T, T + 500, T + 130), [{ start: T + 20, duration: 100 }]);
});

test('a block is reported before the timer has fired', (t) => {
  const loop = watch(t);
  deepEqual(loop.between(T + 10, T + 119, T + 120), [{ start: T + 20, duration: 99 }]);
});

test('an event loop with regular turns has no blocks', (t) => {
  const loop = watch(t);
  for (let at = 0; at <= 600; at += 60) loop.beat(T + at);
  deepEqual(loop.between(T, T + 600, T + 610), []);
});

test('a block is clipped to the time of the request', (t) => {
  const loop = watch(t);
  loop.beat(T + 200);
  deepEqual(loop.between(T + 150, T + 300, T + 210), [{ start: T + 150, duration: 50 }]);
  deepEqual(loop.between(T + 201, T + 300, T + 220), []);
  deepEqual(loop.between(T, T + 20, T + 230), []);
});

test('only the newest hundred blocks are kept', (t) => {
  const loop = watch(t);
  for (let at = 1; at <= 150; at++) loop.beat(T + at * 100);
  const blocks = loop.between(T, T + 15_000, T + 15_000);
  equal(blocks.length, 100);
  deepEqual(blocks.at(-1), { start: T + 14_920, duration: 80 });
});

function watch(t: TestContext): EventLoopWatch {
  const loop = new EventLoopWatch();
  t.after(() => loop.stop());
  // The time before the first turn is a block that ends here.
  loop.beat(T);
  return loop;
}
