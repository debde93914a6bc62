import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from '@rollup/wasm-node/parseAst';
import { indentWithTwoSpaces } from './indentation.ts';

const indent = (code: string): string => indentWithTwoSpaces(code, parseAst(code));

test('code has two spaces for each level instead of four', () => {
  assert.equal(
    indent('function a() {\n    if (b) {\n        c();\n    }\n}\n'),
    'function a() {\n  if (b) {\n    c();\n  }\n}\n',
  );
});

test('the text of template literals is unchanged, and the code inside them is indented', () => {
  const before =
    'const page = `\n    é 💡 ${items.map((item) => {\n    return `\n        ${item}\n    `;\n})}\n    end\n`;\n    f();\n';
  const after =
    'const page = `\n    é 💡 ${items.map((item) => {\n  return `\n        ${item}\n    `;\n})}\n    end\n`;\n  f();\n';
  assert.equal(indent(before), after);
});
