import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativePath, RouteCollection, UrlGenerator } from './index.ts';

const urls = new UrlGenerator(
  new RouteCollection([
    { name: 'post', path: '/posts/{id<\\d+>?1}' },
    { name: 'tenant', path: '/x', host: '{tenant}.example.com' },
  ]),
);
const context = { scheme: 'https', host: 'example.com', httpsPort: 8443, basePath: '/app', path: '/posts/5' };

test('a URL is as long as it is asked to be', () => {
  assert.equal(urls.generate('post', { id: 7 }, { context }), '/app/posts/7');
  assert.equal(
    urls.generate('post', { id: 7 }, { context, reference: 'absolute-url' }),
    'https://example.com:8443/app/posts/7',
  );
  assert.equal(
    urls.generate('post', { id: 7 }, { context, reference: 'network-path' }),
    '//example.com:8443/app/posts/7',
  );
  assert.equal(urls.generate('post', { id: 7 }, { context, reference: 'relative-path' }), '7');
  assert.equal(urls.generate('tenant', { tenant: 'acme' }, { context }), '//acme.example.com:8443/app/x');
});

test('a default is left out and a prototype is no parameter', () => {
  assert.equal(urls.generate('post'), '/posts');
  assert.throws(() => urls.generate('tenant', Object.create({ tenant: 'acme' }) as object as Record<string, unknown>), {
    code: 'ORIEL_ROUTE_MISSING_PARAMETERS',
  });
});

test('a relative path leads home from everywhere', () => {
  for (const from of ['/', '/a', '/a/', '/a/b/c', '/x:y/z']) {
    for (const to of ['/', '/a', '/a/', '/a/b', '/a/b:c', '/x:y/']) {
      assert.equal(new URL(relativePath(from, to), `http://h${from}`).pathname, to, `${from} → ${to}`);
    }
  }
});
