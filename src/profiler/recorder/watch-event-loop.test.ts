import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { EventLoopWatch } from './watch-event-loop.ts';

// Times are made up and lie far ahead, so that the real timer, which reads the real clock, adds nothing between them.
const T = 1e9;

test('a stretch without a turn of the loop is a block, less what may have been idle', (t) => {
  const loop = watch(t);
  loop.beat(T + 120);
  deepEqual(loop.between(T, T + 500, T + 130), [{ start: T + 20, duration: 100 }]);
});

test('a block is there before the timer had its turn', (t) => {
  const loop = watch(t);
  deepEqual(loop.between(T + 10, T + 119, T + 120), [{ start: T + 20, duration: 99 }]);
});

test('a loop that turns has none', (t) => {
  const loop = watch(t);
  for (let at = 0; at <= 600; at += 60) loop.beat(T + at);
  deepEqual(loop.between(T, T + 600, T + 610), []);
});

test('each request gets the part that fell into it', (t) => {
  const loop = watch(t);
  loop.beat(T + 200);
  deepEqual(loop.between(T + 150, T + 300, T + 210), [{ start: T + 150, duration: 50 }]);
  deepEqual(loop.between(T + 201, T + 300, T + 220), []);
  deepEqual(loop.between(T, T + 20, T + 230), []);
});

test('of many blocks the newest hundred are kept', (t) => {
  const loop = watch(t);
  for (let at = 1; at <= 150; at++) loop.beat(T + at * 100);
  const blocks = loop.between(T, T + 15_000, T + 15_000);
  equal(blocks.length, 100);
  deepEqual(blocks.at(-1), { start: T + 14_920, duration: 80 });
});

function watch(t: TestContext): EventLoopWatch {
  const loop = new EventLoopWatch();
  t.after(() => loop.stop());
  // Whatever came before is a block that ends where the story begins.
  loop.beat(T);
  return loop;
}
