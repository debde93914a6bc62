import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('a profile names the libraries whose version was not tested', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-unwatched-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const library = join(folder, 'node_modules/pg/lib');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, '../package.json'), '{"name":"pg","version":"99.1.0","main":"lib/client.js"}');
  writeFileSync(join(library, 'client.js'), 'module.exports = class Client {};');
  writeFileSync(
    join(folder, 'app.cjs'),
    `const server = require('node:http').createServer((request, response) => {
       if (request.url === '/load') require('pg');
       response.end('done');
     });
     server.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`,
  );
  const app = await startApplication(t, relative(join(import.meta.dirname, 'apps'), join(folder, 'app.cjs')));
  for (const path of ['/before', '/load']) await (await fetch(app.url + path)).text();
  const [before, after] = await app.profiles(2);
  assert.equal(before!.data.config['unwatched'], undefined);
  assert.match(after!.data.config['unwatched']!, /^pg 99\.1\.0 is not watched \(tested: \S+\)$/);
});
