import assert from 'node:assert/strict';
import { test } from 'node:test';
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
