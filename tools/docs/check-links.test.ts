import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLinkIssues } from './check-links.ts';

const FILES: Readonly<Record<string, string>> = {
  'docs/access.md': '# Access\n\n## Hidden routes, and `items`\n\n## Rules\n\n## Rules\n',
  'docs/images/list.png': '',
};
const check = (text: string) =>
  findLinkIssues('docs/page.md', text, (path) => FILES[path]).map(({ place, what }) => `${place} ${what}`);

test('links to files, headings and the web are accepted', () => {
  const links = [
    '[a](access.md) ![b](images/list.png)',
    '[c](access.md#hidden-routes-and-items) [d](access.md#rules-1)',
    '[e](https://example.com/x#y) [f](#own-heading)',
    '## Own heading',
  ];
  assert.deepEqual(check(links.join('\n')), []);
});

test('links to missing files and headings are reported with their lines', () => {
  assert.deepEqual(
    check('# Page\n\n[a](missing.md) [b](access.md#hidden)\n[c](#page-1) [d](../docs/access.md#rules-2)'),
    [
      'docs/page.md:3 missing.md leads to a file that does not exist',
      'docs/page.md:3 access.md#hidden leads to a heading that does not exist',
      'docs/page.md:4 #page-1 leads to a heading that does not exist',
      'docs/page.md:4 ../docs/access.md#rules-2 leads to a heading that does not exist',
    ],
  );
});

test('links and headings in code are ignored', () => {
  assert.deepEqual(check('```md\n[a](missing.md)\n# Title\n```\n`[b](missing.md)`\n[c](#title)'), [
    'docs/page.md:6 #title leads to a heading that does not exist',
  ]);
});
