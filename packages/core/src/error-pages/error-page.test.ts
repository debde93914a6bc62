import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPage } from './error-page.ts';
import { createErrorView } from '../errors/error-view.ts';
import type { ErrorInput } from '../errors/error-view.ts';

const STACK = `Error: Book 7 is <gone>
    at query (/app/node_modules/sql/index.js:1:1)
    at Array.map (<anonymous>)
    at findBook (/app/src/repository.ts:2:9)
    at async show (/app/src/books.ts:1:1)
    at async run (/app/node_modules/host/index.js:5:5)`;
const SOURCE = 'const id = 7;\n  throw gone("<7>"); // sorry';

function page(input: Partial<ErrorInput> = {}): string {
  const view = createErrorView({
    error: Object.assign(new Error('Book 7 is <gone>', { cause: new TypeError('rows is empty') }), { stack: STACK }),
    status: 500,
    reason: 'Internal Server Error',
    request: { method: 'GET', url: 'http://localhost/books/7', headers: [['Host', 'localhost']] },
    logs: [{ level: 'info', channel: 'app', message: 'Looking', context: {}, time: 0 }],
    hints: [],
    root: '/app',
    readSource: () => SOURCE,
    ...input,
  });
  return errorPage(view, 'n0nce');
}

const toText = (markup: string) =>
  markup
    .replace(/<style.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"');

test('title and heading contain the status and its reason phrase', () => {
  assert.match(page(), /<title>Error 500 Internal Server Error<\/title>/);
  assert.match(page(), /<h1>Error 500 Internal Server Error<\/h1>/);
});

test('the page contains the message, request line, exceptions, logs and headers', () => {
  const text = toText(page());
  for (const part of [
    'Book 7 is <gone>',
    'GET http://localhost/books/7',
    'Caused by',
    'TypeError',
    'rows is empty',
    'Looking',
    'Host',
  ]) {
    assert.ok(text.includes(part), part);
  }
});

test('the first frame of the application is expanded, the second collapsed', () => {
  const open = [...page().matchAll(/<details( open)?>\s*<summary>(.*?)<\/summary>/gs)].map(
    ([, isOpen, summary]) => `${isOpen ? 'open' : 'closed'} ${toText(summary!).replace(/\s+/g, ' ')}`,
  );
  assert.deepEqual(open.slice(0, 4), [
    'closed 2 frames in dependencies and Node',
    'open findBook src/repository.ts:2:9',
    'closed async show src/books.ts:1:1',
    'closed 1 frame in dependencies',
  ]);
});

test('the source excerpt is escaped and marks the line and the token at the column', () => {
  const line = /<li class="here" aria-current="true">(.*?)<\/li>/s.exec(page())![1]!;
  assert.equal(toText(line), '  throw gone("<7>"); // sorry');
  assert.equal(/<mark>(.*?)<\/mark>/.exec(line)![1], 'gone');
});

test('the message below the title is not repeated, and the message of a cause is shown', () => {
  assert.equal(page().split('Book 7 is &lt;gone&gt;').length - 1, 1);
  assert.equal(page().split('rows is empty').length - 1, 1);
});

test('hints with their links precede the exceptions', () => {
  const markup = page({ hints: [{ text: 'The nearest route:', links: [{ label: '/books', href: '/books' }] }] });
  assert.ok(markup.indexOf('The nearest route:') < markup.indexOf('Exceptions'));
  assert.match(markup, /<a href="\/books">\/books<\/a>/);
});

test('a hint link without an address is rendered as text', () => {
  const markup = page({ hints: [{ text: 'The nearest route:', links: [{ label: '/books/{id}', href: '' }] }] });
  assert.match(markup, /<span>\/books\/\{id\}<\/span>/);
  assert.doesNotMatch(markup, /href="#?"/);
});

test('the page has no external resources or scripts, and its style has the nonce', () => {
  assert.match(page(), /<style nonce="n0nce">/);
  assert.doesNotMatch(page(), /<script|<link|<img|\sstyle=|\son\w+=|url\(|@import/);
});

test('an error without a stack shows "No stack trace."', () => {
  const error = Object.assign(new Error('x'), { stack: undefined });
  assert.match(page({ error }), /No stack trace\./);
});

test('the page of an ordinary error is smaller than 60 KB', () => {
  assert.ok(page().length < 20_000);
});

test('the page of a huge error is smaller than two megabytes', () => {
  const long = 'x"<'.repeat(100_000);
  const many = Array.from({ length: 10_000 }, () =>
    Object.assign(new Error(long), { [long]: long, list: Array(100).fill(long) }),
  );
  const logs = Array.from(
    { length: 1_000 },
    () => ({ level: 'info', channel: long, message: long, context: { long }, time: 0 }) as const,
  );
  const { length } = page({ error: new AggregateError(many, long), logs });
  assert.ok(length < 2_000_000, `${length}`);
});
