import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adaptPage, sitePath } from './source-pages.ts';

test('pages of docs are in the part of their product, and other files of the repository have a page or none', () => {
  assert.equal(sitePath('docs/host/guides/testing.md'), 'host/guides/testing.md');
  assert.equal(sitePath('packages/profiler/CHANGELOG.md'), 'profiler/changelog.md');
  assert.equal(sitePath('docs/README.md'), 'documentation.md');
  assert.equal(sitePath('bench/README.md'), 'benchmarks.md');
  assert.equal(sitePath('bench/FAULTS.md'), 'faults.md');
  assert.equal(sitePath('examples/tracker/README.md'), 'examples/tracker.md');
  assert.equal(sitePath('examples/tracker/outbox.ts'), undefined);
});

test('links between pages and to pictures are adapted, and others become text', () => {
  const page = (text: string) => adaptPage('docs/host/guides/testing.md', text);
  assert.equal(page('[a](../security.md#users)'), '[a](./../security.md#users)'.replace('./..', '..'));
  assert.equal(page('[`a`](../../../bench/README.md)'), '[`a`](../../benchmarks.md)');
  assert.equal(page('[a](../../../decisions/)'), '[a](../../decisions/index.md)');
  assert.equal(page('![a](../../images/list.png)'), '![a](../../images/list.png)');
  assert.equal(page('[the outbox](../../../examples/tracker/outbox.ts) sends'), 'the outbox sends');
  assert.equal(
    page('[a](https://example.com) [b](#users) [c](testing.md)'),
    '[a](https://example.com) [b](#users) [c](./testing.md)',
  );
});

test('code and comments do not change, and elements are escaped', () => {
  const code = '```ts\nconst a = <T>(b) => [c](d.md);\n```\n`<a>` `[a](b.md)` <!-- [a](b.md) -->';
  assert.equal(adaptPage('docs/a.md', code), code);
  assert.equal(adaptPage('docs/a.md', 'oriel <command> and 1 < 2'), 'oriel &lt;command> and 1 < 2');
});
