import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { parseStack } from './stack.ts';

const one = (line: string) => parseStack(`Error: x\n    at ${line}`, 'x')[0];

for (const [line, name, file, row, column] of [
  ['load (/app/src/load.ts:12:7)', 'load', '/app/src/load.ts', 12, 7],
  ['file:///app/src/load.ts:12:7', '', '/app/src/load.ts', 12, 7],
  ['load (file:///app/my%20src/load.ts?v=2:12:7)', 'load', '/app/my src/load.ts', 12, 7],
  ['async load (/a.ts:1:2)', 'async load', '/a.ts', 1, 2],
  ['async file:///a.ts:1:2', 'async', '/a.ts', 1, 2],
  ['async Promise.all (index 0)', 'async Promise.all', '', 0, 0],
  ['new Book (/a.ts:1:2)', 'new Book', '/a.ts', 1, 2],
  ['Shelf.add [as push] (/a.ts:1:2)', 'Shelf.add [as push]', '/a.ts', 1, 2],
  ['Object.<anonymous> (/a.cjs:1:2)', '', '/a.cjs', 1, 2],
  ['Array.map (<anonymous>)', 'Array.map', '', 0, 0],
  [
    'Module._compile (node:internal/modules/cjs/loader:1554:14)',
    'Module._compile',
    'node:internal/modules/cjs/loader',
    1554,
    14,
  ],
  ['run (/a (copy)/b.ts:3:4)', 'run', '/a (copy)/b.ts', 3, 4],
  ['eval (eval at make (/app/x.ts:3:9), <anonymous>:1:1)', 'eval', '/app/x.ts', 3, 9],
  ['native', '', '', 0, 0],
] as const) {
  test(`"at ${line}" is parsed`, () => assert.deepEqual(one(line), { function: name, file, line: row, column }));
}

test('the first frame of a real error is the position where it was created', () => {
  class Shelf {
    take() {
      return new Error('made\nhere');
    }
  }
  const error = new Shelf().take();
  const [site] = parseStack(error.stack!, error.message);
  assert.equal(site?.function, 'Shelf.take');
  assert.equal(pathToFileURL(site.file).href, import.meta.url);
  assert.equal(site?.column, 14);
});

test('a message that looks like a trace is ignored', () => {
  const error = new Error('no\n    at evil (/etc/passwd:1:1)');
  assert.ok(parseStack(error.stack!, error.message).every(({ file }) => !file.includes('passwd')));
});

test('a URL that is not a valid path has no file', () => {
  assert.equal(one('x (file://host/%2F:1:2)')?.file, '');
});

test('at most 50 frames are parsed, and very long lines are ignored', () => {
  assert.equal(parseStack('\n    at a (/a.ts:1:2)'.repeat(1_000_000), '').length, 50);
  assert.deepEqual(parseStack(`\n at ${'('.repeat(1_000_000)}`, ''), []);
});

test('text without a trace has no frames', () => {
  assert.deepEqual(parseStack('whatever\nat all', ''), [{ function: '', file: '', line: 0, column: 0 }]);
  assert.deepEqual(parseStack('', ''), []);
});
