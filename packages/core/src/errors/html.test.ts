import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, html, raw } from './html.ts';
import type { HtmlValue } from './html.ts';

test('text is escaped in content and in attributes', () => {
  const hostile = `"><script>alert('1')</script>&`;
  assert.equal(
    String(html`<p title="${hostile}">${hostile}</p>`),
    `<p title="${escapeHtml(hostile)}">${escapeHtml(hostile)}</p>`,
  );
  assert.equal(escapeHtml(hostile), '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;');
});

test('nested markup is not escaped again', () => {
  assert.equal(String(html`<b>${['a', '<'].map((value) => html`<i>${value}</i>`)}</b>`), '<b><i>a</i><i>&lt;</i></b>');
});

test('undefined, null and false render nothing, and zero renders 0', () => {
  assert.equal(String(html`[${undefined}${null}${false}${0}]`), '[0]');
});

test('an object that looks like markup is rejected', () => {
  const forged = { toString: () => '<script>', '#markup': '<script>' } as unknown as HtmlValue;
  assert.throws(() => html`${forged}`, TypeError);
  assert.throws(() => html`${JSON.parse('{"markup":"<script>"}') as HtmlValue}`, TypeError);
});

test('only raw text is not escaped', () => {
  assert.equal(String(html`${raw('<b>')}`), '<b>');
});

test('indentation of templates is removed, and that of values is kept', () => {
  // Called as a function, because formatters change template literals.
  const parts = ['<p>\n    ', '\n  </p>'];
  assert.equal(String(html(Object.assign(parts, { raw: parts }), 'a\n    b')), '<p>\na\n    b\n</p>');
});
