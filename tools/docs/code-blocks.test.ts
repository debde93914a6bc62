import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfMarkdown, blocksOfSource } from './code-blocks.ts';

test('ts blocks of a page are found with their lines, others are not', () => {
  const page = '# Page\n\n```ts\nconst a = 1;\n```\n\n```sh\nls\n```\n\n```ts no-run\nb();\n```\n';
  assert.deepEqual(blocksOfMarkdown('p.md', page), [
    { path: 'p.md', line: 4, code: 'const a = 1;\n', runs: true },
    { path: 'p.md', line: 12, code: 'b();\n', runs: false },
  ]);
});

test('the ts block of an example is found, without its stars', () => {
  const source = '/**\n * Adds.\n *\n * @example\n * ```ts\n * add(1, 2); // => 3\n * ```\n * @throws never\n */\n';
  assert.deepEqual(blocksOfSource('s.ts', source), [
    { path: 's.ts', line: 6, code: 'add(1, 2); // => 3\n', runs: true },
  ]);
});

test('an example without a fence is code up to the next tag', () => {
  const source = 'x();\n/**\n * @example\n * add(1, 2);\n * @returns the sum\n */\n';
  assert.deepEqual(blocksOfSource('s.ts', source), [{ path: 's.ts', line: 4, code: 'add(1, 2);', runs: true }]);
});
