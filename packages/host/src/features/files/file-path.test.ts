import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilePath } from './file-path.ts';

const parse = (path: string, dotfiles: boolean | string[] = false, platform = 'linux') =>
  parseFilePath(path, ['assets'], { dotfiles, platform });
const refused = (...inputs: Parameters<typeof parse>) => 'refused' in parse(...inputs);

test('returns the decoded names below the mount path, and whether the path is a folder', () => {
  assert.deepEqual(parse('/assets/a%20b/%C3%A9.js'), { segments: ['a b', 'é.js'], isFolder: false });
  assert.deepEqual(parse('/%61ssets/a/'), { segments: ['a'], isFolder: true });
  assert.deepEqual(parse('/assets'), { segments: [], isFolder: false });
  assert.deepEqual(parse('/assets/'), { segments: [], isFolder: true });
  assert.deepEqual(parse('/assets/%252e%252e'), { segments: ['%2e%2e'], isFolder: false });
});

test('refuses names that could leave the folder', () => {
  for (const path of [
    ...['/assets/..', '/assets/%2e%2e/x', '/assets/a/../../x', '/assets/..%2fx', '/assets/..%5cx', '/assets/a%2Fb'],
    ...['/assets/%5c%5cserver%5cshare', '/assets/a%00.html', '/assets/%0a', '/assets/a//b', '/assets//', '/assets/.'],
    ...[
      '/assets/%ff',
      '/assets/%',
      '/assets%2Fx',
      '/other/x',
      `/assets/${'x'.repeat(256)}`,
      `/assets${'/x'.repeat(70)}`,
    ],
  ])
    assert.equal(refused(path), true, path);
});

test('refuses dotfiles that are not allowed', () => {
  for (const path of ['/assets/.env', '/assets/.git/config', '/assets/a/.htaccess', '/assets/%2eenv'])
    assert.equal(refused(path), true, path);
  assert.equal(refused('/assets/.env', true), false);
  assert.equal(refused('/assets/..', true), true);
  assert.equal(refused('/assets/.well-known/security.txt', ['.well-known']), false);
  assert.equal(refused('/assets/.env', ['.well-known']), true);
});

test('refuses names with a special meaning on Windows, only there', () => {
  for (const name of [
    ...[
      'con',
      'CON.txt',
      'nul',
      'com1',
      'lpt9.js',
      'COM¹',
      'aux .js',
      'a.txt.',
      'a.txt%20',
      'a.txt::$DATA',
      'c:',
      'c:a',
    ],
    ...['GIT~1', 'a%7c', 'a%3f', 'a*'],
  ]) {
    assert.equal(refused(`/assets/${name}`, false, 'win32'), true, name);
    assert.equal(refused(`/assets/${name}`), false, name);
  }
  for (const name of ['console.js', 'com10', 'nullable.txt', 'a~b.js'])
    assert.equal(refused(`/assets/${name}`, false, 'win32'), false, name);
});
