import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfMarkdown, blocksOfSource } from './code-blocks.ts';

test('finds the ts blocks of a page with their lines', () => {
  const page = '# Page\n\n```ts\nconst a = 1;\n```\n\n```sh\nls\n```\n\n```ts no-run\nb();\n```\n';
  assert.deepEqual(blocksOfMarkdown('p.md', page), [
    { path: 'p.md', line: 4, code: 'const a = 1;\n', runs: true },
    { path: 'p.md', line: 12, code: 'b();\n', runs: false },
  ]);
});

test('a block of a list item has no indentation', () => {
  const page = '1. Call it:\n\n   ```ts\n   // host.ts\n   run(\n     1,\n   );\n   ```\n';
  const [block] = blocksOfMarkdown('docs/host/guides/p.md', page);
  assert.equal(block?.code, '// host.ts\nrun(\n  1,\n);\n');
  assert.equal(block?.project?.name, 'host.ts');
});

test('finds the ts block of an example, without asterisks', () => {
  const source = '/**\n * Adds.\n *\n * @example\n * ```ts\n * add(1, 2); // => 3\n * ```\n * @throws never\n */\n';
  assert.deepEqual(blocksOfSource('s.ts', source), [
    { path: 's.ts', line: 6, code: 'add(1, 2); // => 3\n', runs: true },
  ]);
});

test('treats an example without a code fence as code up to the next tag', () => {
  const source = 'x();\n/**\n * @example\n * add(1, 2);\n * @returns the sum\n */\n';
  assert.deepEqual(blocksOfSource('s.ts', source), [{ path: 's.ts', line: 4, code: 'add(1, 2);', runs: true }]);
});

test('the blocks of a guide have the files that were shown before, and run its commands', () => {
  const page = [
    '```sh\nnpx oriel-host new boats\ncd boats\nnpm install\n```',
    '```ts\n// lists.ts\nexport const one = 1;\n```',
    '```ts\nimport { one } from "./lists.ts";\n```',
    '```sh\nnpm test\n# => pass 2\n# => fail 0\n```',
  ].join('\n\n');
  const [file, step, command] = blocksOfMarkdown('docs/host/guides/p.md', page);
  assert.equal(file?.project?.name, 'lists.ts');
  assert.deepEqual([...step!.project!.files.keys()], ['host.ts', 'host.test.ts', 'lists.ts']);
  assert.equal(step?.project?.files.get('lists.ts')?.line, 8);
  assert.deepEqual(command?.project?.command, { line: 'npm test', output: ['pass 2', 'fail 0'] });
  assert.equal(command?.line, 17);
});

test('a file that a guide changes does not change the files of earlier blocks', () => {
  const page = '```ts\n// a.ts\n1;\n```\n\n```ts\n// a.ts\n2;\n```\n';
  const [first, second] = blocksOfMarkdown('docs/host/guides/p.md', page);
  assert.equal(first?.project?.files.get('a.ts')?.code, '// a.ts\n1;\n');
  assert.equal(second?.project?.files.get('a.ts')?.code, '// a.ts\n2;\n');
});
