import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativePath } from './url-reference.ts';
import { RouteCollection } from './route-collection.ts';
import { UrlGenerator } from './url-generator.ts';

const urls = new UrlGenerator(
  new RouteCollection([
    { name: 'post', path: '/posts/{id<\\d+>?1}' },
    { name: 'tenant', path: '/x', host: '{tenant}.example.com' },
  ]),
);
const context = { scheme: 'https', host: 'example.com', httpsPort: 8443, basePath: '/app', path: '/posts/5' };

test('generate returns the requested kind of reference', () => {
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

test('defaults are omitted, and properties of the prototype are not parameters', () => {
  assert.equal(urls.generate('post'), '/posts');
  assert.throws(() => urls.generate('tenant', Object.create({ tenant: 'acme' }) as object as Record<string, unknown>), {
    code: 'ORIEL_ROUTE_MISSING_PARAMETERS',
  });
});

test('a relative reference resolves to its target from every path', () => {
  for (const from of ['/', '/a', '/a/', '/a/b/c', '/x:y/z']) {
    for (const to of ['/', '/a', '/a/', '/a/b', '/a/b:c', '/x:y/']) {
      assert.equal(new URL(relativePath(from, to), `http://h${from}`).pathname, to, `${from} → ${to}`);
    }
  }
});

test('false is empty in a path and 0 in a query', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'page', path: '/list/{page}', defaults: { page: false, sort: false } },
      { name: 'any', path: '/any/{value}', requirements: { value: '.*' } },
    ]),
  );
  assert.equal(generator.generate('any', { value: false }), '/any/');
  assert.equal(generator.generate('any', { value: true, flag: false }), '/any/1?flag=0');
  assert.throws(() => urls.generate('post', { id: false }), { message: /must match "\\d\+" \("" given\)/ });
  assert.equal(generator.generate('page', { page: 0 }), '/list/0');
  assert.equal(generator.generate('page', { page: false }), '/list');
});

test('a query parameter that loosely equals its default is omitted', () => {
  const write = (value: unknown, other: unknown): string =>
    new UrlGenerator(new RouteCollection([{ name: 'x', path: '/x', defaults: { v: other } }])).generate('x', {
      v: value,
    });
  for (const [value, other] of [
    [0, false],
    ['0', false],
    ['', false],
    [null, false],
    [1, true],
    ['yes', true],
    [0, null],
    ['1.0', 1],
    [' 1', '1'],
    [
      [1, '2'],
      ['1', 2],
    ],
    [{ a: 0 }, { a: false }],
  ])
    assert.equal(write(value, other), '/x', JSON.stringify([value, other]));
  for (const [value, other, expected] of [
    [0, true, '/x?v=0'],
    [false, 1, '/x?v=0'],
    ['0', null, '/x?v=0'],
    [0, 'a', '/x?v=0'],
    ['1a', 1, '/x?v=1a'],
    [[1, 2], [1], '/x?v%5B0%5D=1&v%5B1%5D=2'],
  ] as const)
    assert.equal(write(value, other), expected, JSON.stringify([value, other]));
});
