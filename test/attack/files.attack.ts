import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../robustness/raw-socket.ts';
import { traversalPaths } from '../safety/support/traversal-paths.ts';
import { attackAll } from './attack-all.ts';
import { PROFILER_KEY } from './hosts/attacked.ts';

// Texts of files that no path may lead to.
const CONTENT = /root:.*:0:0|createTracker|SQLite format 3|"devDependencies"|ORIEL_SECRET|\[core\]/;

attackAll('paths of files', (attacker, { application, mode, port, folder }) => {
  const get = async (path: string, headers = ''): Promise<string> => {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${attacker.name}\r\nConnection: close\r\n${headers}\r\n`;
    return (await exchange(port, head, 2_000)).text;
  };
  const assertSafe = (text: string, path: string): void => {
    assert.match(text, /^HTTP\/1\.1 (?:[34]\d\d|200) /, path);
    assert.doesNotMatch(text, CONTENT, path);
    assert.doesNotMatch(text, /^location: *(?:\/\/|https?:\/\/(?!127\.0\.0\.1)|\\)/im, path);
    const remaining = text.replaceAll(path, '').replaceAll(folder, path.includes(folder) ? '' : folder);
    if (mode !== 'development') assert.equal(remaining.includes(folder), false, `${path} reveals a folder`);
  };

  test('do not leave the folder of static files', async () => {
    const targets = ['tracker.ts', 'host.ts', 'package.json', 'etc/passwd', `${folder}/tracker.sqlite`];
    for (const path of traversalPaths(targets)) assertSafe(await get(`/${path}`), path);
    await attacker.assertServed();
  });

  test('do not leave the folder of uploads and of documents', async () => {
    const prefixes = application === 'tracker' ? ['/api/attachments/'] : ['/api/docs/', '/countries/'];
    for (const prefix of prefixes)
      for (const path of traversalPaths(['tracker.sqlite', 'etc/passwd']))
        for (const suffix of ['', '/content']) assertSafe(await get(`${prefix}${path}${suffix}`), prefix + path);
  });

  test('do not leave the project in the source viewer of the profiler', async () => {
    const headers = application === 'atlas' ? `Authorization: Bearer ${PROFILER_KEY}\r\n` : '';
    for (const file of [
      ...['/etc/passwd', '../../../../etc/passwd', 'src/../../../../etc/passwd', 'file:///etc/passwd', '.git/config'],
      ...['%2fetc%2fpasswd', '..%2f..%2f..%2f..%2fetc%2fpasswd', '....//....//etc/passwd', 'package.json%00.ts'],
      ...[`${folder}/targets.json`, `${folder}/tracker.sqlite`, 'var/atlas.sqlite', '.env', '/proc/self/environ'],
      ...[
        'node_modules/.package-lock.json',
        'packages/host/src/index.ts/../../../etc/passwd',
        'C:%5cWindows%5cwin.ini',
      ],
    ])
      assertSafe(await get(`/_profiler/open?file=${file}`, headers), file);
  });
});
