import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { before, after, describe, test } from 'node:test';
import { APPS, startApplication } from './lib/application.ts';
import { load } from './lib/host-in-frameworks.ts';
import { skipWithout } from './lib/skip-without.ts';

const NOTICE = /^(?:oriel: )?express is not watched, because a bundle contains it: .*--external:express$/gm;

describe('a minified bundle that contains Express', { skip: skipWithout('rolldown') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-bundle-'));
  const file = join(folder, 'app.mjs');
  before(async () => {
    const { build } = await load<Rolldown>('rolldown');
    await build({
      ...{ input: join(APPS, 'bundled-express.mjs'), platform: 'node', logLevel: 'silent' },
      output: { file, format: 'esm', minify: true, codeSplitting: false },
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('has routes with their parameters and users, and one line says what is missing', async (t) => {
    const app = await startApplication(t, relative(APPS, file));
    const getProfile = async (path: string) => await app.profileOf(await fetch(app.url + path));
    const user = await getProfile('/api/users/7');
    assert.deepEqual(user.data.framework, { name: 'Express', route: '/api/users/:id', user: { name: 'ada' } });
    assert.deepEqual([user.data.request.params, user.data.pipeline], [{ id: '7' }, []]);
    assert.match(user.data.config['unwatched']!, NOTICE);
    // No handler has answered, so that Express has removed the path of the mounted router.
    const broken = await getProfile('/api/users/7/broken');
    assert.deepEqual([broken.summary.status, broken.data.framework?.route], [500, '/api/users/:id/broken']);
    assert.equal((await getProfile('/')).data.framework?.route, '/');
    assert.deepEqual((await getProfile('/missing')).data.framework, { name: 'node:http' });
    assert.equal(app.errors().match(NOTICE)?.length, 1, app.errors());
  });

  test('is watched if Express is external', async (t) => {
    const app = await startApplication(t, 'bundled-express.mjs');
    const { framework, pipeline } = (await app.profileOf(await fetch(`${app.url}/api/users/7`))).data;
    assert.match(framework!.name, /^Express 5\./);
    assert.ok(pipeline.length > 0);
    assert.doesNotMatch(app.errors(), NOTICE);
  });
});

interface Rolldown {
  build(options: object): Promise<unknown>;
}
