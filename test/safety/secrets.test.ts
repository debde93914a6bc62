import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantSecrets } from './plant-secrets.ts';

// The second seed requests tables with secret columns.
for (const seed of [7, 20261122])
  test(`none of 500 secrets is in the storage, the queue or any page (seed ${seed})`, async (t) => {
    const { planted, requests, profiles, pages, leaks } = await plantSecrets(seed, false);
    t.diagnostic(`${planted} secrets in ${requests} requests, ${pages} pages and exports searched`);
    assert.ok(planted >= 500);
    assert.equal(profiles, requests, 'every request is recorded');
    assert.deepEqual(leaks, []);
  });
