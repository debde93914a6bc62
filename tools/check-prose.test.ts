import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProse } from './check-prose.ts';

const found = (path: string, text: string): string[] =>
  checkProse(path, text).map(({ place, what }) => `${place} ${what}`);

test('phrases are found in comments, strings, templates and documents, with their lines', () => {
  assert.deepEqual(found('src/a.ts', 'const a = 1;\n// Whoever reads it\n'), [
    'src/a.ts:2 "Whoever" in: // Whoever reads it',
  ]);
  assert.equal(found('src/a.ts', "throw new Error('Nobody knows');").length, 1);
  assert.equal(found('src/a.ts', 'const text = `told ${count} times`;').length, 1);
  assert.equal(found('docs/a.md', 'Fine.\n\nIt tells all.').length, 1);
});

test('code in documents and in back quotes is not prose', () => {
  assert.deepEqual(found('docs/a.md', 'The rule `nobody` was renamed.'), []);
});

test('words of identifiers and file names are found, whole words only', () => {
  assert.deepEqual(found('src/a.ts', 'const pathFlaw = 1;'), ['src/a.ts:1 the identifier pathFlaw']);
  assert.equal(found('src/left-door.ts', '').length, 1);
  assert.deepEqual(found('src/a.ts', 'const flawless = within(window, foretold);'), []);
});

test('a regular expression is code', () => {
  assert.deepEqual(found('src/a.ts', 'const quote = /[\'"]/;\nconst next = 1;'), []);
});
