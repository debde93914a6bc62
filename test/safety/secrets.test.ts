import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantSecrets } from './plant-secrets.ts';

test('none of 200 secrets is in the storage, the queue or any page', async (t) => {
  const { planted, requests, profiles, pages, leaks } = await plantSecrets(7, false, 200);
  t.diagnostic(`${planted} secrets in ${requests} requests, ${pages} pages and exports searched`);
  assert.ok(planted >= 200);
  assert.equal(profiles, requests, 'every request is recorded');
  assert.deepEqual(leaks, []);
});
