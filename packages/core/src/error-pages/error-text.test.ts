import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorMarkdown, fence, span } from './error-markdown.ts';
import { errorText, formatExcerpt } from './error-text.ts';
import { createErrorView } from '../errors/error-view.ts';

const error = Object.assign(new Error('no', { cause: Object.assign(new TypeError('why'), { stack: undefined }) }), {
  stack: 'Error: no\n    at f (/app/a.ts:2:5)\n    at g (node:fs:1:1)\n    at h (/app/b.ts:1:1)',
});
const view = createErrorView({
  error,
  status: 500,
  reason: 'Internal Server Error',
  request: { method: 'GET', url: 'http://h/', headers: [['Host', 'h']] },
  logs: [],
  hints: [
    {
      text: 'Look here',
      links: [
        { label: 'GET /a', href: '/a' },
        { label: 'GET /a/{id}', href: '' },
      ],
    },
  ],
  root: '/app',
  readSource: () => '\tone();\n\tif (two()) {\n\t}',
});

test('the text has the content of the page in the same order', () => {
  assert.equal(
    errorText(view),
    `Error 500 Internal Server Error
no

GET http://h/

Hint: Look here
  GET /a  /a
  GET /a/{id}

Error
  no
    at f (a.ts:2:5)

        1 | \tone();
      > 2 | \tif (two()) {
          | \t   ^
        3 | \t}

    at g (node:fs:1:1)
    at h (b.ts:1:1)

Caused by TypeError (Error)
  why

Request headers
  Host: h
`,
  );
});

test('an excerpt marks its line, and its column if it is known', () => {
  const excerpt = { start: 9, lines: ['a', 'b()'], highlight: { line: 10, column: 2 } };
  assert.equal(formatExcerpt(excerpt), '   9 | a\n> 10 | b()\n     |  ^');
  assert.equal(formatExcerpt({ ...excerpt, highlight: { line: 10, column: 0 } }), '   9 | a\n> 10 | b()');
});

test('the Markdown has a heading for the error and for each exception', () => {
  assert.deepEqual(errorMarkdown(view).match(/^#.*$/gm), [
    '# Error 500 Internal Server Error',
    '## Hints',
    '## Exceptions',
    '### `Error`',
    '### Caused by `TypeError (Error)`',
    '## Request',
  ]);
});

test('no text can close the fence or the code span that contains it', () => {
  assert.equal(fence('a\n````\nb'), '`````text\na\n````\nb\n`````');
  assert.equal(span('a `` b'), '```a `` b```');
  assert.equal(span('`a`'), '`` `a` ``');
  assert.equal(span('a\n\nb'), '`a b`');
});
