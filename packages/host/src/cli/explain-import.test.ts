import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainImport } from './explain-import.ts';

function error(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

test('a thrown value that is not an error has no location', () => {
  const { code, reason, at } = explainImport('no database', '/app/host.ts');
  assert.deepEqual(
    [code, reason, at],
    ['ORIEL_CLI_THROWN', 'The file throws no database while it is loaded', undefined],
  );
});

test('a missing package has the fix to install it, a missing path the fix to check it', () => {
  const missing = (message: string) => explainImport(error(message, { code: 'ERR_MODULE_NOT_FOUND' }), '/app/host.ts');
  const missingPackage = missing("Cannot find package 'zod' imported from /app/lib/city.ts");
  assert.deepEqual([missingPackage.place, missingPackage.fix], ['/app/lib/city.ts', 'npm install zod']);
  assert.match(
    missing("Cannot find module '/app/x.ts'").reason,
    /^The file imports "\/app\/x\.ts", which does not exist$/,
  );
  assert.equal(missing("Cannot find module '/app/x.ts'").place, '/app/host.ts');
  assert.match(missing('Something else').reason, /^The file imports/);
});

test('an error is printed with the frames of the application only', () => {
  const stack =
    'TypeError: no\n    at node:internal/x:1:1\n    at open (file:///app/data.ts:3:4)\n    at /app/host.ts:1:1';
  const { code, reason, at } = explainImport(error('no', { name: 'TypeError', stack }), '/app/host.ts');
  assert.deepEqual([code, at], ['ORIEL_CLI_THROWN', { file: '/app/data.ts', line: 3, column: 4 }]);
  assert.equal(reason, 'TypeError: no\n  at open (file:///app/data.ts:3:4)\n  at /app/host.ts:1:1');
});

test('an error without a stack is printed as well', () => {
  const { code, reason, at } = explainImport(error('no', { code: 'EACCES', stack: undefined }), '/app/host.ts');
  assert.deepEqual([code, reason, at], ['EACCES', 'Error: no', undefined]);
});

test('a syntax error is printed with its line if Node.js reports it', () => {
  const stack = 'file:///app/host.ts:2\nconst = 2;\n      ^\n\nSyntaxError: Unexpected token';
  const issue = explainImport(Object.assign(new SyntaxError('Unexpected token'), { stack }), '/app/host.ts');
  assert.deepEqual(issue.at, { file: '/app/host.ts', line: 2, column: 7 });
  assert.equal(issue.reason, 'Unexpected token\n\nconst = 2;\n      ^');
  const bare = Object.assign(new SyntaxError('x'), { stack: '/app/host.ts:2\nconst = 2;\nSyntaxError: x' });
  assert.equal(explainImport(bare, '/app/host.ts').at?.column, 1);
});

test('a syntax error whose file cannot be found is printed without a location', () => {
  const { place, reason, at } = explainImport(new SyntaxError('Unexpected token'), '/nowhere/host.ts');
  assert.deepEqual([place, reason, at], ['/nowhere/host.ts', 'Unexpected token', undefined]);
});
