import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { toPackedText } from './packed-pages.ts';

const PAGES = new Map([
  ['packages/host/README.md', 'README.md'],
  ['docs/host/access.md', 'docs/access.md'],
  ['docs/host/guides/testing.md', 'docs/guides/testing.md'],
]);
const convert = (text: string, path = 'packages/host/README.md') => toPackedText(text, path, PAGES);

test('links to pages of the package have the path in the package', () => {
  equal(convert('[Access\nrules](../../docs/host/access.md#roles)'), '[Access\nrules](docs/access.md#roles)');
  equal(convert('[`a` b](../access.md) [c](#own)', 'docs/host/guides/testing.md'), '[`a` b](../access.md) [c](#own)');
  equal(convert('[d](https://example.com)'), '[d](https://example.com)');
});

test('links to other files name the package or the file of the repository', () => {
  equal(
    convert('See [panels](../profiler/panels.md#x).', 'docs/host/access.md'),
    'See panels (`docs/panels.md` of the package `oriel`).',
  );
  equal(convert('[why](../../decisions/001-packages.md)'), 'why (`decisions/001-packages.md` in the repository)');
  equal(convert('![A list](../../docs/images/list.png)'), 'A list');
});

test('code is not changed', () => {
  const code = '```md\n[a](../../docs/host/access.md)\n```\n`[a](../x.md)`';
  equal(convert(code), code);
});
