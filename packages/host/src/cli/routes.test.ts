import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from '../index.ts';
import type { RouteDeclaration } from '../index.ts';
import { listRoutes } from './routes.ts';

const handle = () => 'x';

test('listRoutes returns the routes as plain data in matching order', () => {
  const routes = [
    route('any', '/any', { handle }),
    route('first', 'GET|PUT /first', { handle, priority: 1, host: 'a.example', schemes: ['https'] }),
  ];
  const [first, any] = listRoutes(defineHost({ routes }).assembly());
  const { at, ...facts } = first!;
  assert.deepEqual(facts, {
    ...{ name: 'first', methods: ['GET', 'PUT'], path: '/first' },
    ...{ host: 'a.example', schemes: ['https'], priority: 1 },
  });
  assert.match(`${at!.file}:${at!.line}`, /routes\.test\.ts:\d+$/);
  assert.deepEqual([any!.methods, any!.host, any!.schemes], [[], null, []]);
});

test('listRoutes returns null as the location of a route without a call site', () => {
  const { at: _, ...declared } = route('x', '/x', { handle });
  assert.equal(listRoutes(defineHost({ routes: [declared as unknown as RouteDeclaration] }).assembly())[0]!.at, null);
});
