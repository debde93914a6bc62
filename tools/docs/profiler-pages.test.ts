import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesMatching, read } from '../lib/source-files.ts';

test('no page of the profiler leads to a page of the host', () => {
  const pages = filesMatching('docs/profiler/*.md', 'packages/profiler/README.md');
  assert.ok(pages.includes('docs/profiler/getting-started.md'));
  const found = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\([^)]*\bhost\/[^)]*\)|oriel-host/g)].map(([text]) => [path, text]),
  );
  assert.deepEqual(found, []);
});
