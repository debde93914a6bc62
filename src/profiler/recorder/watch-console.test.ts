import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace } from '../../core/trace/trace.ts';
import { runInTrace } from '../../core/trace/current.ts';
import { watchConsole } from './watch-console.ts';

test('what is written to the console during a request shows in its trace, and is still printed', () => {
  const { target, printed } = fakeConsole();
  const undo = watchConsole(target);
  const trace = new RequestTrace();
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  runInTrace(trace, () => {
    target.log('found', { id: 7 }, undefined);
    target.warn(new RangeError('too far'));
    target.error(circle);
    target.log(new Uint8Array(3), Buffer.from('ab'));
  });
  undo();
  assert.deepEqual(
    trace.logs.map(({ level, channel, message }) => [level, channel, message]),
    [
      ['info', 'console', 'found {"id":7} undefined'],
      ['warning', 'console', 'RangeError: too far'],
      ['error', 'console', '[object]'],
      ['info', 'console', '[3 bytes] [2 bytes]'],
    ],
  );
  assert.equal(printed.length, 4);
  assert.deepEqual(printed[0], ['found', { id: 7 }, undefined]);
});

test('what is written outside of a request, or after the watch is over, is only printed', () => {
  const { target, printed } = fakeConsole();
  const { log } = target;
  const undo = watchConsole(target);
  target.log('outside');
  undo();
  assert.equal(target.log, log);
  const trace = new RequestTrace();
  runInTrace(trace, () => target.log('later'));
  assert.equal(trace.logs.length, 0);
  assert.deepEqual(printed, [['outside'], ['later']]);
});

test('somebody else who replaced the console meanwhile keeps it', () => {
  const { target } = fakeConsole();
  const undo = watchConsole(target);
  const theirs = (): void => {};
  target.log = theirs;
  undo();
  assert.equal(target.log, theirs);
});

function fakeConsole(): { target: Console; printed: unknown[][] } {
  const printed: unknown[][] = [];
  const print = (...values: unknown[]): void => void printed.push(values);
  const target = { debug: print, log: print, info: print, warn: print, error: print } as unknown as Console;
  return { target, printed };
}
