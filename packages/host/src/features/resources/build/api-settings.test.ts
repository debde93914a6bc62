import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateSettings } from 'oriel-core/configuration';
import { API_SETTINGS } from './api-settings.ts';

const findPaths = (api: object) =>
  [...validateSettings(API_SETTINGS, api, 'api.')].map(({ code, place }) => `${place} [${code}]`);

test('a complete configuration of the API has no issues', () => {
  const api = {
    ...{ prefix: '', formats: ['json'], info: {}, page: { size: 10, by: 'cursor' }, maxConditions: 1 },
    ...{
      cache: { public: true, maxAge: '1 h' },
      idempotency: { lifetime: '24 h' },
      docs: { access: 'user' },
    },
  };
  assert.deepEqual(findPaths(api), []);
  assert.deepEqual(findPaths({ docs: false }), []);
});

test('unknown options of the API are reported at every depth', () => {
  const api = { format: [], page: { sizes: 1 }, cache: { maxage: 1 }, docs: { acess: 'user' } };
  assert.deepEqual(findPaths(api), [
    'api.format [ORIEL_CONFIG_KEY]',
    'api.page.sizes [ORIEL_CONFIG_KEY]',
    'api.cache.maxage [ORIEL_CONFIG_KEY]',
    'api.docs.acess [ORIEL_CONFIG_KEY]',
  ]);
});

test('settings that the API does not have are reported, not ignored', () => {
  const api = { acceptQuery: true, parameters: ['trace'], strictJson: true, webLinks: [] };
  assert.deepEqual(
    findPaths({ ...api, docs: { errorTypes: 'json' }, idempotency: { principal: () => 'ada' } }).sort(),
    [
      'api.acceptQuery [ORIEL_CONFIG_KEY]',
      'api.docs.errorTypes [ORIEL_CONFIG_CHOICE]',
      'api.idempotency.principal [ORIEL_CONFIG_KEY]',
      'api.parameters [ORIEL_CONFIG_KEY]',
      'api.strictJson [ORIEL_CONFIG_KEY]',
      'api.webLinks [ORIEL_CONFIG_KEY]',
    ],
  );
});

test('a lifetime of idempotency keys in hours is reported', () => {
  assert.deepEqual(findPaths({ idempotency: { lifetime: 24 } }), ['api.idempotency.lifetime [ORIEL_CONFIG_DURATION]']);
  assert.deepEqual(findPaths({ idempotency: { hours: 24 } }), ['api.idempotency.hours [ORIEL_CONFIG_KEY]']);
});
