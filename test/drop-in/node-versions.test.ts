import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { startPages } from './lib/pages.ts';

const ROOT = join(import.meta.dirname, '../..');
// `npm run compatibility` installs them.
const FOLDER = join(ROOT, 'var/compatibility');
const VERSIONS = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.startsWith('node-')) : [];
const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

test(
  'other versions of Node.js',
  { skip: VERSIONS.length === 0 && 'npm run compatibility installs them' },
  async (t) => {
    for (const version of VERSIONS)
      await t.test(`${version} records requests and shows them`, async (t) => {
        const node = join(FOLDER, version, 'node_modules/node/bin/node');
        const flags = version.startsWith('node-22') ? FLAGS : [];
        for (const [file, route] of [
          ['node-http.ts', '~/hello'],
          ['frameworks/express-5.mjs', '/hello'],
          ['frameworks/fastify-5.mjs', '/hello'],
        ] as const) {
          const app = await startApplication(t, file, { node, flags });
          const response = await fetch(`${app.url}/hello`);
          assert.equal(await response.text(), '{"hello":"world"}');
          const { summary, data } = await app.profileOf(response);
          assert.deepEqual([summary.status, data.framework?.route], [200, route]);
          const pages = await startPages(t, app.store, { node, flags });
          const page = await fetch(`${pages}/_profiler/${summary.token}`);
          assert.equal(page.status, 200);
          assert.match(await page.text(), /\/hello/);
        }
      });
  },
);

test('Node.js 22.15 runs the profiler commands, and others state the required version', (t) => {
  const version = VERSIONS.find((name) => name.startsWith('node-22.15'));
  if (version === undefined) return t.skip('npm run compatibility installs it');
  const node = join(FOLDER, version, 'node_modules/node/bin/node');
  for (const command of [[], ['list']])
    assert.equal(run(node, ['packages/profiler/src/cli/main.ts', ...command, '--help']).status, 0);
  const { status, stderr } = run(node, ['packages/host/src/cli/main.ts', 'routes']);
  assert.equal(status, 1);
  assert.match(stderr, /^oriel-host needs Node\.js 24\.7 or newer; this is 22\.15\.0\nfix: install/);
  const host = run(node, ['--input-type=module', '--eval', `(await import('oriel-host')).defineHost({})`]);
  assert.match(host.stderr, /A host of Oriel needs Node\.js 24\.7 or newer; this is 22\.15\.0\nfix: install/);
});

function run(node: string, args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  return spawnSync(node, [...FLAGS, '--conditions=oriel:source', ...args], options);
}
