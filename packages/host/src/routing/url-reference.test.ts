import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Route } from './route-definition.ts';
import { buildReference, relativePath } from './url-reference.ts';
import type { UrlContext, UrlReference } from './url-reference.ts';

const context = { scheme: 'http', host: 'h', path: '/a/b', httpPort: 8080, httpsPort: 8443, basePath: '/base' };

interface Changes extends Partial<UrlContext> {
  readonly routeHost?: string;
  readonly schemes?: readonly string[];
}

function reference(kind: UrlReference, { routeHost = '', schemes = [], ...changed }: Changes = {}): string {
  const route = new Route({ name: 'r', path: '/x', schemes });
  return buildReference('/x', routeHost, route, { ...context, ...changed }, kind);
}

test('each kind of reference begins where it says', () => {
  assert.equal(reference('absolute-path'), '/base/x');
  assert.equal(reference('network-path'), '//h:8080/base/x');
  assert.equal(reference('absolute-url'), 'http://h:8080/base/x');
  assert.equal(reference('relative-path'), '../x');
});

test('a route with another scheme or host has a longer reference', () => {
  for (const kind of ['absolute-path', 'relative-path', 'network-path'] as const) {
    assert.equal(reference(kind, { schemes: ['https'] }), 'https://h:8443/base/x');
    assert.equal(reference(kind, { routeHost: 'other' }), '//other:8080/base/x');
  }
  assert.equal(reference('absolute-path', { schemes: ['https', 'http'] }), '/base/x');
  assert.equal(reference('absolute-path', { routeHost: 'h' }), '/base/x');
  assert.equal(reference('absolute-url', { routeHost: 'other', schemes: ['https'] }), 'https://other:8443/base/x');
});

test('only ports that differ from the default of the scheme are written', () => {
  assert.equal(reference('absolute-url', { httpPort: 80 }), 'http://h/base/x');
  assert.equal(reference('absolute-url', { scheme: 'https', httpsPort: 443 }), 'https://h/base/x');
  assert.equal(reference('absolute-url', { scheme: 'https', httpsPort: 80 }), 'https://h:80/base/x');
  assert.equal(reference('absolute-url', { httpPort: 443 }), 'http://h:443/base/x');
  assert.equal(reference('absolute-url', { scheme: 'ws' }), 'ws://h/base/x');
  const route = new Route({ name: 'r', path: '/x' });
  for (const scheme of ['http', 'https'])
    assert.equal(buildReference('/x', '', route, { scheme, host: 'h' }, 'absolute-url'), `${scheme}://h/x`);
});

test('without a host or scheme, the reference is shorter', () => {
  assert.equal(reference('absolute-url', { host: '' }), '/base/x');
  assert.equal(reference('absolute-url', { scheme: '' }), '//h/base/x');
});

test('a relative path goes up as many folders as necessary', () => {
  for (const [from, to, expected] of [
    ['/a/b/c/d', '/a/b/c/d', ''],
    ['/a/b/c/d', '/a/b/c/', './'],
    ['/a/b/c/d', '/a/b/c/other', 'other'],
    ['/a/b/c/d', '/a/x/y', '../../x/y'],
    ['/a/b/c/d', '/', '../../../'],
    ['/a/', '/a/b', 'b'],
    ['/a/b/c', '/x/b/c', '../../x/b/c'],
    ['/a/b', '/a/x:y', './x:y'],
    ['/a/b', '/a/x/y:z', 'x/y:z'],
    ['/a/b', '/a/:x/y', './:x/y'],
    ['/', '/a', 'a'],
    ['/a', '/a/b/c', 'a/b/c'],
    ['/a/b', '/a//b', './/b'],
  ] as const)
    assert.equal(relativePath(from, to), expected, `${from} → ${to}`);
});
