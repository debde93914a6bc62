import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPages } from './check-site.ts';

const PAGES = new Map([
  [
    'index.html',
    '<h1 id="top">A</h1><a href="/guides/a.html#c">a</a><img src="/assets/a.png"><a href="https://example.com">b</a>',
  ],
  ['guides/a.html', '<h2 id="c">C</h2><a href="../index.html#top">a</a><a href="./">b</a>'],
  ['guides/index.html', ''],
]);
const FILES = new Set([...PAGES.keys(), 'assets/a.png']);

test('existing pages, files and anchors, and links to the web are accepted', () => {
  assert.deepEqual(checkPages(PAGES, FILES), []);
});

test('missing pages and anchors are reported', () => {
  const html = '<a href="/missing.html">a</a><a href="/guides/a.html#d&amp;e">b</a><a href="#none">c</a>';
  assert.deepEqual(
    checkPages(new Map([...PAGES, ['b.html', html]]), new Set([...FILES, 'b.html'])).map(({ what }) => what),
    [
      '/missing.html leads to a page that does not exist',
      '/guides/a.html#d&e leads to a heading that does not exist',
      '#none leads to a heading that does not exist',
    ],
  );
});

test('scripts and styles of other servers are reported', () => {
  const html = '<script src="https://cdn.example/a.js"></script><link href="//cdn.example/a.css">';
  assert.deepEqual(
    checkPages(new Map([['b.html', html]]), FILES).map(({ what }) => what),
    ['https://cdn.example/a.js is loaded from another server', '//cdn.example/a.css is loaded from another server'],
  );
});
