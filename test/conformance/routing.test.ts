import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { suite } from './routing.ts';

test('all recorded cases of the reference router pass', async () => {
  const outcome = await suite.run(JSON.parse(readFileSync(suite.file, 'utf8')));
  assert.deepEqual(outcome.failures, []);
  assert.deepEqual(outcome.counts, { match: 866, generation: 264, compile: 18 });
  assert.equal(outcome.passed, 866 + 264 + 18);
});

test('a table with a duplicate route name is one failure and does not stop the run', async () => {
  const duplicates = [
    { name: 'a', path: '/a' },
    { name: 'a', path: '/b' },
  ];
  const request = { method: 'GET', scheme: 'http', host: 'localhost', path: '/a' };
  const outcome = await suite.run({
    tables: [
      { id: 'repeated', table: duplicates, requests: [{ ...request, expect: {} }] },
      { id: 'good', table: [duplicates[0]], requests: [{ ...request, expect: { route: 'a', params: {} } }] },
    ],
  });
  assert.equal(outcome.passed, 1);
  assert.deepEqual(
    outcome.failures.map(({ id, actual }) => [id, /"a"/.test(String(actual))]),
    [['repeated', true]],
  );
});
