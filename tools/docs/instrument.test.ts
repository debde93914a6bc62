import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UncheckableError, instrument } from './instrument.ts';

function code(text: string): string {
  return instrument(text, 1).code;
}

test('an expression with an expected value becomes a comparison', () => {
  assert.equal(code("parse('a'); // => 'b'"), `__is(await (parse('a')), () => ('b'), "'b'", 1);`);
});

test('an expression over several lines is compared', () => {
  const { code: instrumented, assertions } = instrument('const a = 1;\nlist\n  .map((x) => x + a); // => [2]', 10);
  assert.equal(instrumented, 'const a = 1;\n__is(await (list\n  .map((x) => x + a)), () => ([2]), "[2]", 11);');
  assert.deepEqual(assertions, [11]);
});

test('a comment on its own line applies to the statement above', () => {
  assert.equal(code('value();\n// => 3'), '__is(await (value()), () => (3), "3", 1);\n');
});

test('a declared variable is compared after its declaration', () => {
  assert.equal(code('const n: number = 3; // => 3'), 'const n: number = 3; __is(await (n), () => (3), "3", 1);');
});

test('the argument of console.log is compared instead of printed', () => {
  assert.equal(code('console.log(1 + 1); // => 2'), '__is(await (1 + 1), () => (2), "2", 1);');
});

test('a value that is not code is compared as text', () => {
  assert.equal(code('status; // => 404 Not Found'), '__is(await (status), undefined, "404 Not Found", 1);');
});

test('a statement with THROWS becomes an expected error', () => {
  assert.equal(
    code('throw new Error("no"); // THROWS no'),
    'await __throws(async () => {throw new Error("no");}, "no", 1);',
  );
});

test('an assertion does not change the numbers of the lines below', () => {
  assert.equal(code('f(\n  1,\n); // => 1\ng();').split('\n').length, 4);
});

test('an assertion without an expression is an error', () => {
  assert.throws(() => code('} // => 3'), UncheckableError);
});
