import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './lib/source-files.ts';

test('tools/README.md lists every script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const listed = [...read('tools/README.md').matchAll(/^\| `([\w:-]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(listed), new Set(Object.keys(scripts)));
});
