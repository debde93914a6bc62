import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutantsOf } from './mutants.ts';

test('conditions, operators, literals, statements and returned values are changed at their place in TypeScript', () => {
  const source = 'function f(a: number): string {\n  if (a < 1) g();\n  return "x";\n}\n';
  const changed = mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
  const [head, middle, last] = source.split('\n');
  assert.deepEqual(
    changed.map((each) => each.split('\n').slice(0, 3)).filter(([first]) => first !== head),
    [],
  );
  const lines = changed.map((each) => each.split('\n').find((line) => ![head, middle, last, '}', ''].includes(line)));
  assert.deepEqual(lines, [
    '  if (true) g();',
    '  if (false) g();',
    '  if (a <= 1) g();',
    '  if (a >= 1) g();',
    '  if (a < 2) g();',
    '  if (a < 1) ;',
    '  return undefined;',
    "  return '';",
  ]);
});

test('paths of imports are not changed', () => assert.deepEqual(mutantsOf("import 'a';\nexport * from 'b';\n"), []));

test('a change to the same text is not a mutant', () =>
  assert.deepEqual(mutantsOf('function f() { return undefined; }'), []));
