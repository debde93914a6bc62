import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('a page of Nuxt has the route of its file, and a path without a page has a guessed one', async (t) => {
  const app = await startApplication(t, 'nuxt/server/index.mjs');
  const page = await fetch(`${app.url}/boats/7`);
  assert.equal(await page.text(), '2');
  const { framework, request } = (await app.profileOf(page)).data;
  assert.deepEqual([framework?.route, request.params], ['/boats/:id', { id: '7' }]);
  const missing = await fetch(`${app.url}/missing`);
  assert.equal((await app.profileOf(missing)).data.framework?.route, '~/missing');
  assert.doesNotMatch(app.errors(), /is not watched/);
});
