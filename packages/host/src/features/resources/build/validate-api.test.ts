import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateApi } from './validate-api.ts';

const placesOf = (api: object) => [...validateApi(api)].map(({ code, place }) => `${place} [${code}]`);

test('a complete configuration of the API has no issues', () => {
  const api = {
    ...{ prefix: '', formats: ['json'], info: {}, page: { size: 10, by: 'cursor' }, maxConditions: 1 },
    ...{ cache: { public: true, maxAge: '1 h' }, idempotency: { lifetime: '24 h' }, docs: { access: 'user' } },
  };
  assert.deepEqual(placesOf(api), []);
  assert.deepEqual(placesOf({ docs: false }), []);
});

test('unknown options of the API are reported at every depth', () => {
  const api = { format: [], page: { sizes: 1 }, cache: { maxage: 1 }, docs: { acess: 'user' } };
  assert.deepEqual(placesOf(api), [
    'api.format [ORIEL_CONFIG_KEY]',
    'api.page.sizes [ORIEL_CONFIG_KEY]',
    'api.cache.maxage [ORIEL_CONFIG_KEY]',
    'api.docs.acess [ORIEL_CONFIG_KEY]',
  ]);
});

test('a lifetime of idempotency keys in hours is reported', () => {
  assert.deepEqual(placesOf({ idempotency: { lifetime: 24 } }), ['api.idempotency.lifetime [ORIEL_CONFIG_DURATION]']);
  assert.deepEqual(placesOf({ idempotency: { hours: 24 } }), ['api.idempotency.hours [ORIEL_CONFIG_KEY]']);
});
