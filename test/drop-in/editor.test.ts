import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

const APPS = join(import.meta.dirname, 'apps');

test('ORIEL_EDITOR opens the positions of other applications in the editor, with the folders of ORIEL_EDITOR_PATHS', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-editor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite') };
  const app = await startApplication(t, 'frameworks/express-5.mjs', { env });
  const editor = { ORIEL_EDITOR: 'webstorm', ORIEL_EDITOR_PATHS: `${APPS}=/home/me/apps` };
  const pages = await startApplication(t, 'embedded.mjs', { env: { ...env, ...editor } });
  const profile = await app.profileOf(await fetch(`${app.url}/hello`));
  assert.equal(profile.data.config['root'], APPS);
  const page = await (await fetch(`${pages.url}/_profiler/${profile.summary.token}`)).text();
  assert.match(page, /"webstorm:\/\/open\?file=\/home\/me\/apps\/lib\/express-app\.mjs&amp;line=\d+"/);
});
