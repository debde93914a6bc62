import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLink } from './link.ts';

test('formats a link with its target, relation and parameters', () => {
  assert.equal(
    formatLink({ href: '/style.css?v=1', rel: 'preload', as: 'style' }),
    '</style.css?v=1>; rel="preload"; as="style"',
  );
  assert.equal(formatLink({ href: '/', rel: 'x', title: 'Say "hi"' }), '</>; rel="x"; title="Say \\"hi\\""');
});

test('rejects characters that would break the header', () => {
  assert.throws(() => formatLink({ href: '/a>; rel="b"', rel: 'x' }), /percent-encode/);
  assert.throws(() => formatLink({ href: '/a\r\nX: y', rel: 'x' }), /percent-encode/);
  assert.throws(() => formatLink({ href: '/ä', rel: 'x' }), /percent-encode/);
  assert.throws(() => formatLink({ href: '/', rel: 'x\n' }), /use ASCII/);
});
