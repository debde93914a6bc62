import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('ORIEL_PROFILER_KEEP keeps the profiles that match, and the pages state why another is missing', async (t) => {
  const app = await startApplication(t, 'embedded.mjs', {
    env: { ORIEL_PROFILER_KEEP: 'path:/kept ; status:>=500', ORIEL_PROFILER_PER_MINUTE: '600' },
  });
  const [dropped, recorded] = [await fetch(`${app.url}/other`), await fetch(`${app.url}/kept`)];
  const profile = await app.profileOf(recorded);
  assert.equal(profile.data.config['keep'], 'path:/kept or status:>=500; at most 600 per minute');
  assert.equal((await app.profiles(1)).length, 1);
  const page = await fetch(`${app.url}/_profiler/${dropped.headers.get('x-debug-token')}.json`);
  assert.equal(page.status, 404);
  assert.match(await page.text(), /no search of the keep rule matches it/);
  const list = await (await fetch(`${app.url}/_profiler/empty/search/results`)).text();
  assert.match(
    list,
    /Not every profile is kept: &quot;[^&]+&quot; keeps path:\/kept or status:&gt;=500|Not every profile is kept: "/,
  );
});

test('an invalid ORIEL_PROFILER_SAMPLE is reported with the expected value, and nothing is recorded', async (t) => {
  const app = await startApplication(t, 'embedded.mjs', { env: { ORIEL_PROFILER_SAMPLE: '5' } });
  assert.match(app.errors(), /ORIEL_PROFILER_SAMPLE is "5"; expected a number from 0 to 1/);
  assert.equal((await fetch(`${app.url}/hello`)).headers.get('x-debug-token'), null);
});
