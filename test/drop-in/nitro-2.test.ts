import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { APPS, eventually, startApplication } from './lib/application.ts';
import { buildNitro } from './lib/build-nitro.ts';
import type { Framework } from './lib/framework-profile.ts';
import { testFramework } from './lib/test-framework.ts';

const BUILD = { folder: 'nitro-2', library: 'nitropack' } as const;
const FRAMEWORK: Omit<Framework, 'file' | 'name'> = {
  pipeline: ['middleware measure', 'middleware authenticate'],
  ...{ routes: true, catchesErrors: true, knowsUser: true, hasResponse: true },
  // h3 1 has no HEAD for routes of GET, and waits for an event of the response that a pipelined one has not.
  ...{ without: ['HEAD'], hangsOnPipelining: true },
};

// Nitro 2 needs h3 1, and the other tests h3 2.
const MANIFEST = join(APPS, '../node_modules/nitropack/package.json');
const isInstalled = existsSync(MANIFEST);
// Its development server finds no routes in a `srcDir` outside of its folder.
const isOldest = isInstalled && /"version": "2\.10\./.test(readFileSync(MANIFEST, 'utf8'));

describe('Nitro 2', { skip: !isInstalled && '"npm run compatibility -- nitro-2" installs it' }, () => {
  before(() => {
    buildNitro({ ...BUILD, output: '.output' });
    buildNitro({ ...BUILD, output: '.output-minified', env: { NITRO_2_OUTPUT: '.output-minified' } });
  });

  testFramework({ ...FRAMEWORK, file: 'h3-1.mjs', name: /^h3 1\./ });
  testFramework({ ...FRAMEWORK, file: 'nitro-2.mjs', name: /^Nitro 2\./, handlers: /^\/\w+/ });

  test('a request that a Nitro 2 application sends to itself does not change the route of its own request', async (t) => {
    const app = await startApplication(t, 'frameworks/nitro-2.mjs');
    const response = await fetch(`${app.url}/own`);
    assert.deepEqual(await response.json(), { own: true, hello: { id: '7' } });
    assert.equal((await app.profileOf(response)).data.framework?.route, '/own');
  });

  test('a minified build is recorded like node:http, and one line says so', async (t) => {
    const app = await startApplication(t, 'frameworks/nitro-2-minified.mjs');
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${app.url}/json`, { method: 'POST', headers, body: '{"city":"Lisbon"}' });
    assert.deepEqual(await response.json(), { city: 'Lisbon' });
    const { summary, data } = await app.profileOf(response);
    assert.deepEqual([summary.status, data.request.body?.content], [200, '{"city":"Lisbon"}']);
    assert.deepEqual([data.framework?.route, data.pipeline], ['~/json', []]);
    assert.match(app.errors(), /^oriel: nitro 2\.\S+ is not watched: its build is minified$/m);
  });

  test('the development server is recorded, and its worker with the route', { skip: isOldest }, async (t) => {
    const app = await startApplication(t, 'frameworks/nitro-2-dev.mjs');
    const response = await fetch(`${app.url}/users/42`);
    assert.deepEqual(await response.json(), { id: '42' });
    // Requests that waited for the first build have profiles as well.
    const profiles = await eventually(async () => {
      const found = (await app.profiles(2)).filter(({ summary }) => summary.path === '/users/42');
      return found.length === 2 ? found : undefined;
    });
    const routes = profiles.map(({ data }) => data.framework?.route);
    // The server itself has no routes, so that its route is guessed.
    assert.deepEqual(new Set(routes), new Set(['/users/:id', '~/users/:n']));
    // The server passes the trace on to its worker.
    assert.equal(new Set(profiles.map(({ summary }) => summary.traceId)).size, 1);
  });
});
