import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SourceExcerpts } from './source-excerpt.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'oriel-')));
const root = join(base, 'app');
after(() => rmSync(base, { recursive: true }));

const numbered = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join('\n');
function write(path: string, text = numbered): string {
  mkdirSync(join(base, path, '..'), { recursive: true });
  writeFileSync(join(base, path), text);
  return join(base, path);
}
const excerpt = (file: string, line = 10, column = 3) => new SourceExcerpts(root).around(file, line, column);

test('an excerpt contains five lines before and after the position', () => {
  const found = excerpt(write('app/a.ts'));
  assert.equal(found?.start, 5);
  assert.deepEqual(found?.lines, numbered.split('\n').slice(4, 15));
  assert.deepEqual(found?.highlight, { line: 10, column: 3 });
});

test('an excerpt at the start or end of a file is shorter', () => {
  const file = write('app/a.ts', `${numbered}\n`);
  assert.equal(excerpt(file, 1)?.lines.length, 6);
  assert.equal(excerpt(file, 20)?.lines.at(-1), 'line 20');
  assert.equal(excerpt(file, 21), undefined);
  assert.equal(excerpt(file, 0), undefined);
});

for (const path of [
  'outside.ts',
  'app/.env',
  'app/.hidden/a.ts',
  'app/.secret.ts',
  'app/secrets.json',
  'app/key.pem',
  'app/../outside.ts',
  'app2/a.ts',
]) {
  test(`the file ${path} is not opened`, () => {
    write(path);
    const opened: string[] = [];
    const excerpts = new SourceExcerpts(root, (file) => (opened.push(file), numbered));
    assert.equal(excerpts.around(`${base}/${path}`, 10, 1), undefined);
    assert.equal(excerpt(`${base}/${path}`), undefined);
    assert.deepEqual(opened, []);
  });
}

test('a symbolic link to a file outside of the application is not followed', () => {
  symlinkSync(write('outside.ts'), join(root, 'link.ts'));
  assert.equal(excerpt(join(root, 'link.ts')), undefined);
});

test('a symbolic link to a hidden file is not followed', () => {
  symlinkSync(write('app/.env', 'KEY=1'), join(root, 'env.ts'));
  assert.equal(excerpt(join(root, 'env.ts'), 1), undefined);
});

test('a missing file, a folder and a file larger than a megabyte have no excerpt', () => {
  mkdirSync(join(root, 'folder.ts'), { recursive: true });
  assert.equal(excerpt(join(root, 'missing.ts')), undefined);
  assert.equal(excerpt(join(root, 'folder.ts')), undefined);
  assert.equal(excerpt(write('app/huge.ts', `${numbered}\n`.repeat(10_000))), undefined);
});

test('passwords in the source are redacted', () => {
  assert.deepEqual(excerpt(write('app/b.ts', "const password = 'abc';"), 1)?.lines, ["const password = '•••';"]);
});

test('a long line is truncated, and a column in the omitted part is not marked', () => {
  const file = write('app/min.js', 'x'.repeat(100_000));
  assert.equal(excerpt(file, 1, 5_000)?.lines[0]?.length, 240);
  assert.equal(excerpt(file, 1, 5_000)?.highlight.column, 0);
});

test('each file is read once, and the number of excerpts is limited', () => {
  let reads = 0;
  const excerpts = new SourceExcerpts(root, () => (reads++, numbered));
  const found = Array.from({ length: 30 }, (_, column) => excerpts.around(join(root, 'c.ts'), 3, column + 1));
  assert.equal(reads, 1);
  assert.equal(found.filter(Boolean).length, 12);
  assert.equal(
    excerpts.around(join(root, 'c.ts'), 3, 1),
    found[0],
    'an earlier position is returned after the limit of excerpts is reached',
  );
});
