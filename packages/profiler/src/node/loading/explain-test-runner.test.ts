import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainTestRunner } from './explain-test-runner.ts';

test('names the test runners that load modules themselves, and no others', () => {
  const explain = (env: NodeJS.ProcessEnv, ...execArgv: string[]): string | undefined =>
    explainTestRunner({ env, execArgv });
  assert.match(explain({ JEST_WORKER_ID: '1' })!, /^Jest loads modules itself, so that their queries are not recorded/);
  assert.match(explain({ VITEST: 'true' }, '--experimental-vm-modules')!, /^Vitest .* vmThreads and vmForks/);
  for (const env of [{}, { VITEST: 'true', VITEST_POOL_ID: '1' }, { NODE_TEST_CONTEXT: 'child-v8' }])
    assert.equal(explain(env), undefined);
  assert.equal(explain({}, '--experimental-vm-modules'), undefined);
});
