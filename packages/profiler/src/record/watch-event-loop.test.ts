import assert, { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { EventLoopWatch } from './watch-event-loop.ts';
import type { ProcessUsage } from './watch-event-loop.ts';

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
  for (let time = 0; time <= 600; time += 60) loop.beat(T + time);
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
  for (let turn = 1; turn <= 150; turn++) loop.beat(T + turn * 100);
  const blocks = loop.between(T, T + 15_000, T + 15_000);
  equal(blocks.length, 100);
  deepEqual(blocks.at(-1), { start: T + 14_920, duration: 80 });
});

test('a busy machine and the loading of libraries are not blocks', (t) => {
  const blocksAfter = (change: Partial<ProcessUsage>, loading = 0): number => {
    let usage = { cpu: 0, idle: 0, interruptions: 0 };
    const loop = watch(t, () => usage);
    usage = { ...usage, ...change };
    loop.subtractLoading(T + 10, T + 10 + loading);
    loop.beat(T + 220);
    return loop.between(T, T + 220, T + 220).reduce((sum, { duration }) => sum + duration, 0);
  };
  assert.equal(blocksAfter({ cpu: 190 }), 200);
  assert.equal(blocksAfter({ cpu: 190, interruptions: 9 }), 200);
  // A call that waits.
  assert.equal(blocksAfter({ cpu: 1 }), 200);
  assert.equal(blocksAfter({ cpu: 20, interruptions: 3 }), 0);
  assert.equal(blocksAfter({ cpu: 20, idle: 190 }), 0);
  assert.equal(blocksAfter({ cpu: 190 }, 180), 0);
  assert.equal(blocksAfter({ cpu: 190 }, 90), 120);
});

test('an import that ends after the block is subtracted once, also if imports overlap', (t) => {
  const loop = watch(t);
  loop.beat(T + 220);
  loop.subtractLoading(T + 50, T + 120);
  deepEqual(loop.between(T, T + 220, T + 220), [{ start: T + 20, duration: 130 }]);
  loop.subtractLoading(T, T + 130);
  deepEqual(loop.between(T, T + 220, T + 220), [{ start: T + 20, duration: 90 }]);
  loop.subtractLoading(T + 100, T + 300);
  deepEqual(loop.between(T, T + 220, T + 220), []);
});

test('only the blocks that overlap the time range are returned, in the order of their starts', (t) => {
  const loop = watch(t);
  loop.subtractLoading(T + 520, T + 560);
  for (let turn = 1; turn <= 10; turn++) loop.beat(T + turn * 200);
  deepEqual(loop.between(T + 300, T + 700, T + 2_001), [
    { start: T + 300, duration: 100 },
    { start: T + 420, duration: 140 },
    { start: T + 620, duration: 80 },
  ]);
  deepEqual(loop.between(T + 400, T + 420, T + 2_001), []);
});

function watch(
  t: TestContext,
  readUsage: () => ProcessUsage = () => ({ cpu: 0, idle: 0, interruptions: 0 }),
): EventLoopWatch {
  const loop = new EventLoopWatch(readUsage);
  t.after(() => loop.stop());
  // The time before the first turn is a block that ends here.
  loop.beat(T);
  return loop;
}
