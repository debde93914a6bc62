import type { TestContext } from 'node:test';
import { Date } from '../../packages/core/src/builtins/globals.ts';

/** Stops the clock of the recorder, which fake timers do not change. It is restored at the end of the test. */
export function mockClock(t: Pick<TestContext, 'mock'>, now = Date.now()): MockedClock {
  let time = now;
  t.mock.method(Date, 'now', () => time);
  return {
    tick(milliseconds) {
      time += milliseconds;
    },
    setTime(milliseconds) {
      time = milliseconds;
    },
  };
}

interface MockedClock {
  tick(milliseconds: number): void;
  setTime(milliseconds: number): void;
}
