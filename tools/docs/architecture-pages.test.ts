import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, filesMatching, read } from '../lib/source-files.ts';

test('every file and folder that an ARCHITECTURE page of a package names exists', () => {
  const pages = filesMatching('packages/*/ARCHITECTURE.md');
  assert.ok(pages.length > 0);
  const missing = pages.flatMap((page) => {
    const named = [...read(page).matchAll(/`((?!oriel)[\w-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, path = '']) => path);
    const roots = ['../src', '..', '../../..'].map((root) => join(ROOT, page, root));
    return named
      .filter((path) => !roots.some((root) => existsSync(join(root, path))))
      .map((path) => `${page}: ${path}`);
  });
  assert.deepEqual(missing, []);
});
