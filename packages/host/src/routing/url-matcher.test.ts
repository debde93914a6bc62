import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteCollection } from './route-collection.ts';
import { UrlMatcher } from './url-matcher.ts';
import type { RequestContext, RouteDefinition } from './route-definition.ts';

const ask = (path: string, method = 'GET'): RequestContext => ({
  method,
  scheme: 'http',
  host: 'localhost',
  path,
  query: '',
});

function matcher(...routes: RouteDefinition[]): UrlMatcher {
  return new UrlMatcher(new RouteCollection(routes));
}

test('a static path precedes parameters that are declared later, but not earlier ones', () => {
  const later = matcher({ name: 'plain', path: '/a/b' }, { name: 'any', path: '/a/{x}' });
  assert.equal(later.match(ask('/a/b')).route.name, 'plain');
  const earlier = matcher({ name: 'any', path: '/a/{x}' }, { name: 'plain', path: '/a/b' });
  assert.equal(earlier.match(ask('/a/b')).route.name, 'any');
});

test('a parameter named __proto__ is an ordinary parameter', () => {
  const { params } = matcher({ name: 'p', path: '/{__proto__}/{constructor}', defaults: { a: 1 } }).match(ask('/x/y'));
  assert.deepEqual(Object.keys(params).sort(), ['__proto__', 'a', 'constructor']);
  assert.equal(Object.getOwnPropertyDescriptor(params, '__proto__')?.value, 'x');
  assert.equal(({} as Record<string, unknown>).x, undefined);
});

test('a condition may match another path with the same matcher', () => {
  const inner = { current: undefined as UrlMatcher | undefined };
  const nosy = () => {
    inner.current?.match(ask('/other/path/here'));
    return false;
  };
  const outer = matcher(
    { name: 'nosy', path: '/{a}/{b}', condition: nosy },
    { name: 'second', path: '/{c}/{d}' },
    { name: 'deep', path: '/other/{x}/here' },
  );
  inner.current = outer;
  assert.deepEqual(outer.match(ask('/one/two')).params, { c: 'one', d: 'two' });
});

test('a condition receives the parameters of the path', () => {
  const even = matcher({ name: 'even', path: '/{n<\\d+>}', condition: (_, { n }) => Number(n) % 2 === 0 });
  assert.equal(even.match(ask('/4')).params.n, '4');
  assert.throws(() => even.match(ask('/3')), { code: 'ORIEL_ROUTE_NOT_FOUND' });
});

test('allowed methods are listed in the order of declaration', () => {
  const several = matcher(
    { name: 'a', path: '/{x}', methods: ['PUT'] },
    { name: 'b', path: '/s', methods: ['GET', 'PUT'] },
  );
  assert.throws(() => several.match(ask('/s', 'DELETE')), { allowedMethods: ['PUT', 'GET'] });
});

test('only byte routes match invalid UTF-8', () => {
  const both = matcher({ name: 'text', path: '/{x}' }, { name: 'bytes', path: '/b/{x}', options: { utf8: false } });
  assert.throws(() => both.match(ask('/%FF')), { message: 'No routes found for "/%FF".' });
  assert.equal(both.match(ask('/b/%FF')).params.x, '\ufffd');
});

test('routing errors have no stack trace', () => {
  assert.throws(
    () => matcher().match(ask('/x')),
    (error: Error) => !error.stack?.includes('\n'),
  );
});
