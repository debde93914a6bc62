import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../profile/view-model.ts';
import { renderBlocksAsHtml } from './blocks-html.ts';
import { renderBlocksAsJson } from './blocks-json.ts';
import { renderBlocksAsMarkdown } from './blocks-markdown.ts';
import { renderBlocksAsText } from './blocks-terminal.ts';

const action = (path: string): Block[] => [{ kind: 'action', label: '<Go>', path, fields: { query: '"><b>' } }];
const drawn = (path: string, formToken?: string): string => renderBlocksAsHtml(action(path), { formToken }).toString();

test('renders an action as a form with escaped fields and the form token', () => {
  const text = drawn('/_profiler/a1b2c3/explain?key=k3.x_y-z', 'proof');
  assert.match(text, /<form method="post" action="\/_profiler\/a1b2c3\/explain\?key=k3\.x_y-z">/);
  assert.match(text, /name="query" value="&quot;&gt;&lt;b&gt;"/);
  assert.match(text, /name="form" value="proof"/);
  assert.match(text, /&lt;Go&gt;/);
});

test('renders an action only for pages of the profiler and with a form token', () => {
  assert.match(drawn('/_profiler/a1b2c3/explain', 'proof'), /<form/);
  assert.doesNotMatch(drawn('/_profiler/a1b2c3/explain'), /<form/);
  for (const path of ['/elsewhere', '//evil.example/_profiler/', 'javascript:alert(1)', '/_profiler/../elsewhere'])
    assert.doesNotMatch(drawn(path, 'proof'), /<form/, path);
});

test('shows the URL of an action in formats without buttons', () => {
  const blocks = action('/_profiler/a1b2c3/explain');
  assert.match(renderBlocksAsMarkdown(blocks), /`POST \/_profiler\/a1b2c3\/explain with query=%22%3E%3Cb%3E`/);
  assert.match(renderBlocksAsText(blocks), /<Go>: POST \/_profiler\/a1b2c3\/explain/);
  assert.deepEqual(renderBlocksAsJson(blocks), blocks);
});
