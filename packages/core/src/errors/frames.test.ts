import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFrames, formatFrame, classifyFile } from './frames.ts';
import { SourceExcerpts } from './source-excerpt.ts';

const packageRoot = join(import.meta.dirname, '../../../..');

for (const [file, kind] of [
  ['/app/src/a.ts', 'yours'],
  ['/app/..a/b.ts', 'yours'],
  ['/app/node_modules/x/i.js', 'dependency'],
  ['/elsewhere/a.ts', 'dependency'],
  ['/app2/a.ts', 'dependency'],
  ['data:text/javascript,1', 'dependency'],
  ['node:fs', 'node'],
  ['', 'node'],
] as const) {
  test(`${file} is ${kind} code of an application at /app`, () => assert.equal(classifyFile(file, '/app'), kind));
}

test('the source of this package is classified as a dependency, and its examples are not', () => {
  assert.equal(classifyFile(join(packageRoot, 'packages/host/src/kernel/kernel.ts'), packageRoot), 'dependency');
  assert.equal(classifyFile(join(packageRoot, 'packages/host/dist/kernel/kernel.js'), packageRoot), 'dependency');
  assert.equal(classifyFile(join(packageRoot, 'examples/atlas/server.ts'), packageRoot), 'yours');
});

test('a file can be your code in one application and a dependency in another', () => {
  const site = { function: 'f', file: '/app/src/a.ts', line: 0, column: 0 };
  const classified = ['/app', '/other', '/app'].map((root) => createFrames([site], root, new SourceExcerpts(root))[0]!);
  assert.deepEqual(
    classified.map(({ kind, shortFile }) => [kind, shortFile]),
    [
      ['yours', 'src/a.ts'],
      ['dependency', '/app/src/a.ts'],
      ['yours', 'src/a.ts'],
    ],
  );
});

test('the first frame of the application is open, and only application frames have source excerpts', () => {
  const sites = ['node:fs', '/app/node_modules/x/i.js', '/app/a.ts', '/app/b.ts'].map((file) => ({
    function: 'f',
    file,
    line: 1,
    column: 1,
  }));
  const frames = createFrames(sites, '/app', new SourceExcerpts('/app', () => 'code'));
  assert.deepEqual(
    frames.map((frame) => frame.open),
    [false, false, true, false],
  );
  assert.deepEqual(
    frames.map((frame) => frame.excerpt?.lines),
    [undefined, undefined, ['code'], ['code']],
  );
  assert.deepEqual(frames.map(formatFrame), [
    'f (node:fs:1:1)',
    'f (node_modules/x/i.js:1:1)',
    'f (a.ts:1:1)',
    'f (b.ts:1:1)',
  ]);
});

test('a frame without a file is formatted as native', () => {
  const [frame] = createFrames(
    [{ function: 'Array.map', file: '', line: 0, column: 0 }],
    '/app',
    new SourceExcerpts('/app'),
  );
  assert.equal(formatFrame(frame!), 'Array.map (native)');
});
