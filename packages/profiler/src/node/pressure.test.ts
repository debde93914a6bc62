import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Pressure } from './pressure.ts';

// All times are far in the future, so that the real timer adds no turns between them.
const T = 1e9;
const SHORT_TURNS: readonly number[] = Array.from({ length: 20 }, () => 50);

test('one long block of the event loop does not pause recording', (t) => {
  const { pressure, turns, pauses } = watch(t);
  turns(5_000, 50, 5_000, 5_000, 50);
  equal(pauses(), 0);
  equal(pressure.accepts(), true);
});

test('three long turns in succession pause recording, until the turns were short for a second', (t) => {
  const { pressure, turns, pauses } = watch(t);
  turns(300, 300);
  equal(pressure.accepts(), true);
  turns(300);
  for (let i = 0; i < 4; i++) equal(pressure.accepts(), false);
  turns(...SHORT_TURNS.slice(1), 400, ...SHORT_TURNS.slice(1));
  equal(pressure.accepts(), false);
  equal(pressure.takeEnded(), undefined);
  turns(50);
  equal(pressure.accepts(), true);
  equal(pauses(), 1);
});

test('the first request after pauses gets their length and the number of requests that were not recorded', (t) => {
  const { pressure, turns } = watch(t);
  turns(300, 300, 300);
  for (let i = 0; i < 7; i++) pressure.accepts();
  turns(...SHORT_TURNS, 300, 300, 300);
  pressure.accepts();
  turns(...SHORT_TURNS);
  deepEqual(pressure.takeEnded(), { requests: 8, milliseconds: 2_000 });
  equal(pressure.takeEnded(), undefined);
});

test('a limit of 0 never pauses', (t) => {
  const pressure = new Pressure(0, () => {});
  t.after(() => pressure.stop());
  equal(pressure.accepts(), true);
});

function watch(t: TestContext): {
  readonly pressure: Pressure;
  readonly turns: (...milliseconds: number[]) => void;
  readonly pauses: () => number;
} {
  let pauses = 0;
  let now = T;
  const pressure = new Pressure(200, () => pauses++);
  t.after(() => pressure.stop());
  // The time before the first turn is one long turn, which the second one ends.
  pressure.turn(now);
  const turns = (...milliseconds: number[]): void =>
    milliseconds.forEach((millisecond) => pressure.turn((now += millisecond)));
  turns(50);
  return { pressure, turns, pauses: () => pauses };
}
