import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOnlyParameters, substituteParameters } from '../../../core/src/http/route-shape.ts';
import { nearestRoutes } from './nearest-routes.ts';
import { RouteCollection } from './route-collection.ts';

const routes = new RouteCollection([
  { name: 'posts', path: '/posts' },
  { name: 'post', path: '/posts/{id}' },
  { name: 'about', path: '/about' },
]);
const names = (path: string, limit?: number) => nearestRoutes(routes, path, limit).map((route) => route.name);

test('a path with a typing error finds the intended route', () => {
  assert.equal(names('/psots')[0], 'posts');
  assert.equal(names('/post/7')[0], 'post');
  assert.deepEqual(names('/zzzzzzzzzzzz'), []);
  assert.deepEqual(names('/posts', 0), []);
});

test('a different word is not a typing error, even if it is short', () => {
  const short = new RouteCollection([
    { name: 'login', path: '/login' },
    { name: 'me', path: '/me' },
  ]);
  assert.deepEqual(nearestRoutes(short, '/nothing'), []);
  assert.deepEqual(nearestRoutes(short, '/go'), []);
  assert.equal(nearestRoutes(short, '/logn')[0]?.name, 'login');
  assert.equal(nearestRoutes(short, '/my')[0]?.name, 'me');
});

test('an optional format suffix is not compared', () => {
  const many = new RouteCollection([
    { name: 'index', path: '/api/index.{_format}' },
    { name: 'country', path: '/api/countries/{id}' },
    { name: 'countries', path: '/api/countries.{_format}' },
  ]);
  for (const path of ['/api/contries', '/api/contries.json'])
    assert.equal(nearestRoutes(many, path)[0]?.name, 'countries', path);
});

test('a route with only parameters is never returned', () => {
  const any = new RouteCollection([
    { name: 'moved', path: '/{path}', requirements: { path: 'countries|cities' } },
    { name: 'posts', path: '/posts' },
  ]);
  assert.deepEqual(nearestRoutes(any, '/nowhere'), []);
  assert.deepEqual(
    nearestRoutes(any, '/post').map((route) => route.name),
    ['posts'],
  );
});

test('the work for a path of a megabyte and ten thousand routes is bounded', () => {
  const many = new RouteCollection(
    Array.from({ length: 1500 }, (_, index) => ({ name: `r${index}`, path: `/${'x'.repeat(300)}${index}` })),
  );
  assert.deepEqual(nearestRoutes(many, '/'.repeat(1_000_000)), []);
  const beyond = new RouteCollection([...many].concat(...routes));
  assert.deepEqual(nearestRoutes(beyond, '/posts'), []);
});

test('the distance is the number of characters that are inserted, removed or replaced', () => {
  const isNear = (pattern: string, path: string): boolean =>
    nearestRoutes(new RouteCollection([{ name: 'r', path: pattern }]), path).length > 0;
  for (const [pattern, path, expected] of [
    // A third of nine characters may differ.
    ['/abcdefgh', '/abcdefgh', true],
    ['/abcdefgh', '/abcdeXYZ', true],
    ['/abcdefgh', '/abcdWXYZ', false],
    ['/abcdefgh', '/bcdefgh', true],
    ['/abcdefgh', '/cdefg', true],
    ['/abcdefgh', '/def', false],
    ['/abcdefgh', '/XabcdefghYZ', true],
    ['/abcdefgh', '/cdefghab', false],
    ['/abcdefgh', '/badcfegh', false],
    ['/a', '/b', true],
    ['/a', '/', true],
    ['/ab', '/cd', false],
    // At most twelve, even of long paths.
    [`/${'a'.repeat(60)}`, `/${'a'.repeat(48)}${'b'.repeat(12)}`, true],
    [`/${'a'.repeat(60)}`, `/${'a'.repeat(47)}${'b'.repeat(13)}`, false],
    [`/${'a'.repeat(60)}`, `/${'a'.repeat(48)}`, true],
    [`/${'a'.repeat(60)}`, `/${'a'.repeat(47)}`, false],
    // Only 256 characters are compared.
    [`/${'a'.repeat(255)}`, `/${'a'.repeat(255)}${'b'.repeat(50)}`, true],
    [`/${'a'.repeat(255)}${'b'.repeat(50)}`, `/${'a'.repeat(255)}`, true],
  ] as const)
    assert.equal(isNear(pattern, path), expected, `${pattern} and ${path}`);
});

test('at most three routes are returned, the nearest first', () => {
  const many = new RouteCollection(
    ['/abcxyz', '/abcdxy', '/abcdex', '/abcdef', '/abcdeg'].map((path) => ({ name: path, path })),
  );
  const paths = (limit?: number): string[] => nearestRoutes(many, '/abcdef', limit).map(({ path }) => path);
  assert.deepEqual(paths(), ['/abcdef', '/abcdex', '/abcdeg']);
  assert.deepEqual([paths(1), paths(-1)], [['/abcdef'], []]);
  assert.deepEqual(paths(9), ['/abcdef', '/abcdex', '/abcdeg', '/abcdxy']);
});

test('substituteParameters puts segments of the path in place of parameters', () => {
  for (const [pattern, path, expected] of [
    ['/a/b', '/x', '/a/b'],
    ['/a/{x}/c', '/z/1', '/a/1/c'],
    ['/a/{x}', '/z', '/a/{x}'],
    ['/a.{format}', '/b.json', '/a.json'],
    ['/a.{format}', '/b.c.json', '/a.json'],
    ['/a.{format}', '/b', '/a'],
    ['/x/a.{format}', '/b', '/x/a'],
    ['/{x}-{y}', '/1-2', '/{x}-{y}'],
    ['/a{x}', '/1', '/a{x}'],
  ] as const)
    assert.equal(substituteParameters(pattern, path), expected, pattern);
});

test('hasOnlyParameters ignores slashes', () => {
  assert.deepEqual(['/{a}', '/{a}/{b}', '/{a}{b}/', '/', '/a', '/a/{b}', '/{a}-{b}'].map(hasOnlyParameters), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
