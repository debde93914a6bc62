import assert from 'node:assert/strict';
import { test } from 'node:test';
import { andThen, isPromise, runSteps } from './promises.ts';
import type { Steps } from './promises.ts';

test('every object with a then method is a promise', () => {
  assert.equal(isPromise(Promise.resolve()), true);
  assert.equal(isPromise({ then: () => {} }), true);
  for (const value of [undefined, null, 1, 'then', {}, { then: 1 }]) assert.equal(isPromise(value as unknown), false);
});

test('andThen calls the function at once with a value, and later with the value of a promise', async () => {
  assert.equal(
    andThen(1, (value) => value + 1),
    2,
  );
  assert.equal(await andThen(Promise.resolve(1), (value) => value + 1), 2);
});

test('runSteps returns the result without a promise if nothing that is yielded is a promise', () => {
  assert.deepEqual(runSteps(collect(1, undefined, 'two')), [1, undefined, 'two']);
});

test('runSteps continues with the values of promises, also of a thenable that resolves twice', async () => {
  const twice = { then: (resolve: (value: string) => void) => (resolve('once'), resolve('again')) };
  const result = runSteps(collect(1, Promise.resolve(2), twice, 3));
  assert.ok(result instanceof Promise);
  assert.deepEqual(await result, [1, 2, 'once', 3]);
});

test('runSteps throws the error of a rejected promise into the generator', async () => {
  function* recovering(): Steps<unknown> {
    try {
      return yield Promise.reject('no');
    } catch (error) {
      return `recovered from ${String(yield Promise.resolve(error))}`;
    }
  }
  assert.equal(await runSteps(recovering()), 'recovered from no');
  await assert.rejects(async () => runSteps(collect(Promise.reject(new Error('not caught')))), /not caught/);
});

test('a generator that was ended from outside does not continue', async () => {
  let continued = false;
  function* waiting(): Steps<string> {
    yield Promise.resolve();
    continued = true;
    return 'the end';
  }
  const steps = waiting();
  const result = runSteps(steps);
  steps.return('ended');
  await result;
  assert.equal(continued, false);
});

function* collect(...values: unknown[]): Steps<unknown[]> {
  const collected: unknown[] = [];
  for (const value of values) collected.push(yield value);
  return collected;
}
