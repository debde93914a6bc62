import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { buildNitro } from './lib/build-nitro.ts';
import { skipWithout } from './lib/skip-without.ts';
import { testFramework } from './lib/test-framework.ts';

describe('Nitro', { skip: skipWithout('nitro') }, () => {
  before(() => buildNitro({ folder: 'nitro', library: 'nitro', output: '.output' }));

  testFramework({
    ...{ file: 'nitro.mjs', name: /^Nitro \d+\./, handlers: /^\/\w+/ },
    pipeline: ['middleware measure', 'middleware authenticate'],
    ...{ routes: true, catchesErrors: true, knowsUser: true, hasResponse: true, httpError: 'HTTPError' },
  });

  test('a request that a Nitro application sends to itself does not change the route of its own request', async (t) => {
    const app = await startApplication(t, 'frameworks/nitro.mjs');
    const response = await fetch(`${app.url}/own`);
    assert.deepEqual(await response.json(), { own: true, hello: { id: '7' } });
    const { data } = await app.profileOf(response);
    assert.equal(data.framework?.route, '/own');
  });
});
