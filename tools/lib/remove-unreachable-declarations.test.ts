import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
  removeUnreachableDeclarations(folder, ['index.d.ts']);
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
  removeUnreachableDeclarations(folder, ['index.d.ts']);
  assert.deepEqual(readdirSync(folder), ['index.d.ts']);
});

test('declarations and imports that no export of an entry point mentions are removed, and comments are kept', () => {
  write(
    'index.d.ts',
    "/** Module. */\nexport { run } from './parts.js';\nexport type { Options as RunOptions } from './parts.js';\n",
  );
  write(
    'parts.d.ts',
    `import type { Unused, Used as Alias } from './used.js';
import type * as Library from 'library';
/** Options. */
export interface Options {
    /** A member. */
    readonly value: Value;
}
/** Not mentioned, but for example in Options. */
export interface Other {
    readonly options: Options;
}
type Value = Alias |
/** In the middle. */
{
    readonly kind: Library.Kind;
};
/** Runs. */
export declare function run(options: Options): void;
export declare function run(): void;
export declare const other: Other;
export {};
`,
  );
  write('used.d.ts', 'export type Used = 1;\nexport type Unused = 2;\n');
  removeUnreachableDeclarations(folder, ['index.d.ts']);
  assert.equal(
    readFileSync(join(folder, 'parts.d.ts'), 'utf8'),
    `import type { Used as Alias } from './used.js';
import type * as Library from 'library';
/** Options. */
export interface Options {
    /** A member. */
    readonly value: Value;
}
type Value = Alias |
/** In the middle. */
{
    readonly kind: Library.Kind;
};
/** Runs. */
export declare function run(options: Options): void;
export declare function run(): void;
export {};
`,
  );
  assert.equal(readFileSync(join(folder, 'used.d.ts'), 'utf8'), 'export type Used = 1;\n');
});

test('a statement of another kind is an error', () => {
  write('index.d.ts', 'declare module "other" {\n}\n');
  assert.throws(() => removeUnreachableDeclarations(folder, ['index.d.ts']), /Unknown statement/);
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
