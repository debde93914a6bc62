import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { removeUnreachableDeclarations } from './remove-unreachable-declarations.ts';

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'oriel-declarations-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('declaration files that no entry point imports are removed, and all other files are kept', () => {
  write('index.d.ts', "import type { A } from './parts/a.js';\nexport { C } from './c.js';\nexport type B = A;\n");
  write('parts/a.d.ts', 'export type A = import("./b.js").B;\n');
  write('parts/b.d.ts', "import './c.ts';\nexport type B = string;\n");
  write('parts/c.d.ts', 'export {};\n');
  write('c.d.ts', 'export declare const C = 1;\n');
  write('unused.d.ts', "import type { A } from './parts/a.js';\nexport type Unused = A;\n");
  write('parts/unused.js', '');
  assert.equal(removeUnreachableDeclarations(folder, ['index.d.ts']), 1);
  assert.deepEqual(readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted(), [
    'c.d.ts',
    'index.d.ts',
    'parts',
    'parts/a.d.ts',
    'parts/b.d.ts',
    'parts/c.d.ts',
    'parts/unused.js',
  ]);
});

test('imports in comments do not keep a file', () => {
  write('index.d.ts', "/**\n * import { example } from './example.js';\n */\nexport declare const value = 1;\n");
  write('example.d.ts', 'export declare const example = 1;\n');
  assert.equal(removeUnreachableDeclarations(folder, ['index.d.ts']), 1);
});

test('a missing declaration file is an error', () => {
  write('index.d.ts', "export { A } from './a.js';\n");
  assert.throws(() => removeUnreachableDeclarations(folder, ['index.d.ts']), /a\.d\.ts does not exist/);
  assert.throws(() => removeUnreachableDeclarations(folder, ['other.d.ts']), /other\.d\.ts does not exist/);
});

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
