import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteCollection } from './route-collection.ts';
import type { RouteDefinition } from './route-definition.ts';

test('from returns all errors and a collection of the valid routes', () => {
  const { routes, errors } = RouteCollection.from([
    { name: 'good', path: '/' },
    { name: 'good', path: '/again' },
    { name: 'digit', path: '/{1a}' },
    { name: 'method', path: '/m', methods: ['GE T'] },
    { name: 'scheme', path: '/s', schemes: ['https:'] },
    { name: 'empty', path: '/{x}', requirements: { x: '^$' } },
    { name: '', path: '/n' },
  ]);
  assert.deepEqual(
    errors.map((error) => error.code),
    [
      'ORIEL_ROUTE_DUPLICATE',
      'ORIEL_ROUTE_PATH',
      'ORIEL_ROUTE_METHOD',
      'ORIEL_ROUTE_SCHEME',
      'ORIEL_ROUTE_REQUIREMENT',
      'ORIEL_ROUTE_NAME',
    ],
  );
  assert.deepEqual(
    [...routes].map((route) => route.name),
    ['good'],
  );
});

test('the constructor throws the first error', () => {
  const definitions: RouteDefinition[] = [
    { name: 'a', path: '/a' },
    { name: 'a', path: '/b' },
  ];
  assert.throws(() => new RouteCollection(definitions), { code: 'ORIEL_ROUTE_DUPLICATE', route: 'a' });
});

test('routes are ordered by priority, then by declaration', () => {
  const routes = new RouteCollection([
    { name: 'low', path: '/1', priority: -1 },
    { name: 'first', path: '/2' },
    { name: 'second', path: '/3' },
    { name: 'high', path: '/4', priority: 5 },
  ]);
  assert.deepEqual(
    [...routes].map((route) => route.name),
    ['high', 'first', 'second', 'low'],
  );
});
