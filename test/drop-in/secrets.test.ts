import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SECRET_APPLICATIONS, plantSecrets, startServices } from './lib/plant-secrets.ts';
import type { Services } from './lib/plant-secrets.ts';

const SEED = Number(process.env['SECRETS_SEED'] ?? 20_261_123);

let services: Services;

const stops: (() => unknown)[] = [];

before(async () => {
  services = await startServices({ after: (stop) => void stops.push(stop) });
});
after(async () => {
  for (const stop of stops) await stop();
});

for (const [index, application] of SECRET_APPLICATIONS.entries())
  test(`none of the secrets that pass through ${application} is in the store (seed ${SEED + index})`, async (t) => {
    const result = await plantSecrets(t, application, SEED + index, 150, services);
    t.diagnostic(`${result.planted} secrets in ${result.requests} requests, through ${services.drivers.join(', ')}`);
    assert.ok(result.planted >= 150);
    assert.equal(result.profiles, result.requests, 'every request is recorded');
    assert.deepEqual(result.missing, []);
    assert.deepEqual(result.leaks, []);
  });
