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

test('a table with a repeated route name is one failure and does not end the run', async () => {
  const twice = [
    { name: 'a', path: '/a' },
    { name: 'a', path: '/b' },
  ];
  const request = { method: 'GET', scheme: 'http', host: 'localhost', path: '/a' };
  const outcome = await kind.run({
    tables: [
      { id: 'repeated', table: twice, requests: [{ ...request, expect: {} }] },
      { id: 'good', table: [twice[0]], requests: [{ ...request, expect: { route: 'a', params: {} } }] },
    ],
  });
  assert.equal(outcome.passed, 1);
  assert.deepEqual(
    outcome.failures.map(({ id, got }) => [id, /"a"/.test(String(got))]),
    [['repeated', true]],
  );
});
