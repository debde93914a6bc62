import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import { runInTrace } from '../../../core/src/trace/current.ts';
import { watchConsole } from './watch-console.ts';

test('console output during a request is recorded in its trace and still printed', () => {
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
    target.error('(node:17) [DEP0040] DeprecationWarning: The module is deprecated');
  });
  undo();
  assert.deepEqual(
    trace.logs.map(({ level, channel, message }) => [level, channel, message]),
    [
      ['info', 'console', 'found {"id":7} undefined'],
      ['warning', 'console', 'RangeError: too far'],
      ['error', 'console', '{"self":"[circular]"}'],
      ['info', 'console', '[3 bytes] [2 bytes]'],
      ['warning', 'console', '(node:17) [DEP0040] DeprecationWarning: The module is deprecated'],
    ],
  );
  assert.equal(printed.length, 5);
  assert.deepEqual(printed[0], ['found', { id: 7 }, undefined]);
});

test('recording console output calls neither getters nor toJSON, and never throws', () => {
  const { target, printed } = fakeConsole();
  const undo = watchConsole(target);
  const trace = new RequestTrace();
  const fail = (): never => assert.fail('code of the application was called');
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const trapped = trappedProxy(new Error('no'));
  const hostile = Object.defineProperties(new Error('x'), { message: { get: fail }, name: { value: Symbol('name') } });
  const values = [
    Object.defineProperty({}, 'property', { get: fail, enumerable: true }),
    { toJSON: fail },
    ...[proxy, trapped.proxy, hostile, 10n, Symbol('s'), fail, Object.create(null)],
  ];
  runInTrace(trace, () => values.forEach((value) => target.log(value)));
  undo();
  assert.deepEqual(
    trace.logs.map(({ message }) => message),
    [
      ...['{"property":"[getter]"}', '{"toJSON":"[function]"}', '[proxy]', '[proxy]'],
      ...['Something was thrown that cannot be described', '10n', '[symbol]', '[function]', '{}'],
    ],
  );
  assert.equal(printed.length, values.length);
  assert.deepEqual(trapped.calls, []);
});

test('console output outside of a request, or after the watch has ended, is only printed', () => {
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

test('a console method that was replaced meanwhile is not restored', () => {
  const { target } = fakeConsole();
  const undo = watchConsole(target);
  const replacement = (): void => {};
  target.log = replacement;
  undo();
  assert.equal(target.log, replacement);
});

function fakeConsole(): { target: Console; printed: unknown[][] } {
  const printed: unknown[][] = [];
  const print = (...values: unknown[]): void => void printed.push(values);
  const target = { debug: print, log: print, info: print, warn: print, error: print } as unknown as Console;
  return { target, printed };
}
