import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { APPS, startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';

const APP = 'express-routes.mjs';
const TRANSFORM = ['--import', join(APPS, 'lib/transform-express.mjs')];

const CASES: Readonly<Record<string, Parameters<typeof startApplication>[2]>> = {
  'Express 5': {},
  'Express 4': { env: { EXPRESS: 'express4' } },
  'Express 5 after a tracer has changed its source': { flags: TRANSFORM },
  'Express 4 after a tracer has changed its source': { env: { EXPRESS: 'express4' }, flags: TRANSFORM },
  'Express 4 whose layers another library patches': { env: { EXPRESS: 'express4', PATCH_LAYERS: '1' } },
};

async function getProfile(app: Application, path: string, headers = {}): Promise<Profile> {
  return await app.profileOf(await fetch(app.url + path, { headers }));
}

function getCalls({ data }: Profile): readonly string[] {
  return data.pipeline.map(({ event, listener }) => `${event} ${listener}`).slice(-3);
}

for (const [name, options] of Object.entries(CASES))
  test(`${name}: routes contain the paths of their routers, and calls are recorded once`, async (t) => {
    const app = await startApplication(t, APP, options);
    const passed = await getProfile(app, '/posts/7', { Authorization: 'Bearer ada' });
    assert.equal(passed.data.framework?.route, '/posts/:id');
    assert.deepEqual(passed.data.request.params, { id: '7' });
    assert.deepEqual(passed.data.framework?.user, { id: 1, name: 'ada' });
    assert.deepEqual(getCalls(passed), ['middleware router', 'handler express-routes.mjs:17', 'middleware render']);

    const broken = await getProfile(app, '/shops/books/7/broken');
    assert.equal(broken.data.framework?.route, '/shops/:shop/:item/broken');
    assert.equal(broken.summary.exception, 'TypeError');
    assert.deepEqual(getCalls(broken).slice(1), ['handler express-routes.mjs:27', 'error handler handleError']);

    assert.equal((await getProfile(app, '/coffee/green/price')).summary.route, '/coffee/:kind/price');
    assert.equal((await getProfile(app, '/tea/price')).summary.route, '/tea/price');
    assert.equal((await getProfile(app, '/framework/users/7')).summary.route, '/framework/users/:id');
    assert.equal((await getProfile(app, '/rewritten')).summary.route, '/coffee/:kind/price');

    const refused = await getProfile(app, '/shops/books/orders/unknown/lines');
    assert.deepEqual([refused.summary.status, refused.summary.route], [404, '/shops/:shop/orders/:order/lines']);
    assert.equal((await getProfile(app, '/shops/books/orders/unknown/bills')).data.framework?.route, undefined);

    const listed = await getProfile(app, '/routes');
    assert.deepEqual(getCalls(listed).slice(1), ['middleware render', 'handler express-routes.mjs:33']);
    assert.equal(listed.summary.status, 200);
    assert.doesNotMatch(app.errors(), /not watched/);
  });

test('a line names the cause if another tool has changed Express, or has loaded it before', async (t) => {
  const env = { EXPRESS: 'express4' };
  const renamed = await startApplication(t, APP, { env, flags: ['--import', join(APPS, 'lib/rename-express.mjs')] });
  const { summary, data } = await getProfile(renamed, '/shops/books/7/broken');
  assert.equal(summary.route, '/shops/books/:item/broken');
  assert.match(
    data.config['unwatched']!,
    /^express 4\.\S+ is not watched: another tool, such as a tracer, has changed/,
  );
  assert.equal(renamed.errors().match(/is not watched/g)?.length, 1, renamed.errors());

  const early = await startApplication(t, APP, { env, flags: ['--require', 'express4'] });
  assert.match((await getProfile(early, '/posts/7')).data.config['unwatched']!, /it was loaded before the recorder/);
});
