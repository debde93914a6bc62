import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, before, beforeEach, describe, fail, runTests, test as declare } from './test-runner.ts';

test('tests and hooks run in the order of node:test, and the next run has none of them', async () => {
  const order: string[] = [];
  const note = (name: string) => (): void => void order.push(name);
  const declareAll = async (): Promise<void> => {
    before(note('before all'));
    after(note('after all'));
    describe('a suite', () => {
      before(note('before the suite'));
      beforeEach(note('before each'));
      after(note('after the suite'));
      declare('a', async (context: { after(hook: () => void): void; test: typeof declare }) => {
        context.after(note('after a'));
        await context.test('a part', note('a part'));
        order.push('a');
      });
      declare.skip('skipped', note('skipped'));
      declare('also skipped', { skip: true }, note('skipped'));
    });
    declare('b', note('b'));
  };
  assert.equal(await runTests(declareAll), undefined);
  assert.deepEqual(order.splice(0), [
    ...['before all', 'before the suite', 'before each', 'before each', 'a part', 'a', 'after a', 'after the suite'],
    ...['b', 'after all'],
  ]);
  assert.equal(await runTests(async () => void declare('c', note('c'))), undefined);
  assert.deepEqual(order, ['c']);
});

test('a failed test ends the run, and its name and error are returned', async () => {
  const error = new Error('no');
  const order: string[] = [];
  const failure = await runTests(async () => {
    after(() => void order.push('after all'));
    declare('fails', () => Promise.reject(error));
    declare('next', () => void order.push('next'));
  });
  assert.deepEqual([failure, order], [{ test: 'fails', error }, ['after all']]);
});

test('a subtest, a hook, an import and an error that no test awaits fail the run', async () => {
  const error = new Error('no');
  const reject = (): Promise<never> => Promise.reject(error);
  const runs: [string, () => unknown][] = [
    ['a part', () => declare('a', (context: { test: typeof declare }) => context.test('a part', reject))],
    ['a', () => (before(reject), declare('a', () => {}))],
    ['a', () => declare('a', (context: { after(hook: () => unknown): void }) => context.after(reject))],
    ['the test file', reject],
    ['an error that no test awaits', () => declare('a', () => fail(error))],
  ];
  for (const [name, run] of runs)
    assert.deepEqual(await runTests(async () => void (await run())), { test: name, error });
});
