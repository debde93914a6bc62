import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantSecrets } from './plant-secrets.ts';

// With the second, tables with secret columns are asked for.
for (const seed of [7, 20261122])
  test(`of 500 secrets planted through everything that carries any, none is found in the store, the queue, or any page: ${seed}`, async (t) => {
    const { planted, requests, profiles, pages, leaks } = await plantSecrets(seed, false);
    t.diagnostic(`${planted} secrets in ${requests} requests, ${pages} pages and exports read`);
    assert.ok(planted >= 500);
    assert.equal(profiles, requests, 'every request that carried secrets was recorded');
    assert.deepEqual(leaks, []);
  });
