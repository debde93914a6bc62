import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../lib/source-files.ts';

// The columns of a table are aligned differently if a row is missing.
const getRows = (path: string) =>
  read(path)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/\s+/g, ' '));

test('every row with a measured number on the pages of comparisons is in bench/README.md', () => {
  const measured = new Set(getRows('bench/README.md'));
  const rows = ['docs/host/comparisons.md', 'docs/profiler/comparisons.md']
    .flatMap(getRows)
    .filter((row) => / \d[\d.,]*(?: |$)/.test(row) && !row.includes('Node.js 24'));
  assert.ok(rows.length > 20);
  assert.deepEqual(
    rows.filter((row) => !measured.has(row)),
    [],
  );
});
