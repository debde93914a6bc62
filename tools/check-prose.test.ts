import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProse } from './check-prose.ts';

const findIssues = (path: string, text: string): string[] =>
  checkProse(path, text).map(({ place, what }) => `${place} ${what}`);

test('finds phrases in comments, strings, templates and documents, with their lines', () => {
  assert.deepEqual(findIssues('src/a.ts', 'const a = 1;\n// Whoever reads it\n'), [
    'src/a.ts:2 "Whoever" in: // Whoever reads it',
  ]);
  assert.equal(findIssues('src/a.ts', "throw new Error('Nobody knows');").length, 1);
  assert.equal(findIssues('src/a.ts', 'const text = `told ${count} times`;').length, 1);
  assert.equal(findIssues('docs/a.md', 'Fine.\n\nIt tells all.').length, 1);
});

test('accepts "there is none", but not "that is none"', () => {
  assert.deepEqual(findIssues('src/a.ts', '/** Returns the last position; -1 if there is none. */'), []);
  assert.equal(findIssues('src/a.ts', '// A date that is none is rejected').length, 1);
});

test('ignores code in documents and in backquotes', () => {
  assert.deepEqual(findIssues('docs/a.md', 'The rule `nobody` was renamed.'), []);
});

test('finds whole words in identifiers and file names', () => {
  assert.deepEqual(findIssues('src/a.ts', 'const pathFlaw = 1;'), ['src/a.ts:1 the identifier pathFlaw']);
  assert.equal(findIssues('src/left-door.ts', '').length, 1);
  assert.deepEqual(findIssues('src/a.ts', 'const flawless = within(window, foretold);'), []);
});

test('finds functions that are not named with a verb, and limits that are not MAX or MIN', () => {
  assert.deepEqual(findIssues('src/a.ts', 'function keyOf() {}\nconst MOST_KEYS = 1;\n'), [
    'src/a.ts:1 function keyOf',
    'src/a.ts:2 const MOST_KEYS',
  ]);
  assert.deepEqual(findIssues('src/a.ts', 'const index = list.indexOf(1);\nfunction indexOfKey() {}\n'), []);
});

test('finds variables and parameters whose names say nothing, but not members of these names', () => {
  const declared =
    'for (const each of items) {}\nitems.map((own) => own);\nfunction find(place: string, at: number) {}\n';
  assert.deepEqual(findIssues('src/a.ts', declared), [
    'src/a.ts:1 const each',
    'src/a.ts:2 (own) =>',
    'src/a.ts:3 (place:',
  ]);
  assert.deepEqual(findIssues('src/a.ts', 'const { kept, place } = issue;\nlist.each(entry, run);\nbody.whole();'), []);
});

test('treats a regular expression as code', () => {
  assert.deepEqual(findIssues('src/a.ts', 'const quote = /[\'"]/;\nconst next = 1;'), []);
});
