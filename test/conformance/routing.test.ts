import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kind } from './routing.ts';

test('all recorded cases of the reference router pass', async () => {
  const outcome = await kind.run(JSON.parse(readFileSync(kind.file, 'utf8')));
  assert.deepEqual(outcome.failures, []);
  assert.deepEqual(outcome.counts, { match: 866, generation: 264, compile: 18 });
  assert.equal(outcome.passed, 866 + 264 + 18);
});
