import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from '../index.ts';
import type { RouteDeclaration } from '../index.ts';
import { explainMatch } from './match.ts';
import { typedRequest } from './typed-request.ts';

const handle = () => 'x';

test('explainMatch returns a match, a redirect, 405 or 404', () => {
  const [city, list] = [route('city', 'GET /cities/{id<\\d+>}', { handle }), route('list', 'GET /cities/', { handle })];
  assert.deepEqual(getOutcome('/cities/7', city), { kind: 'match', route: 'city', params: { id: '7' } });
  assert.deepEqual(getOutcome('/cities', list), {
    ...{ kind: 'redirect', status: 301, location: 'http://localhost/cities/', route: 'list' },
  });
  assert.deepEqual(getOutcome('PUT /cities/7', city), { kind: 'method-not-allowed', status: 405, allow: ['GET'] });
  assert.deepEqual(getOutcome('/nowhere', city), { kind: 'not-found', status: 404 });
});

test('explainMatch throws UsageError if the condition of a route throws', () => {
  const throwing = route('x', '/x', { handle, condition: () => assert.fail('no headers') });
  assert.throws(() => getOutcome('/x', throwing), {
    name: 'UsageError',
    message: /The condition of a route .*no headers/,
  });
});

function getOutcome(line: string, ...routes: RouteDeclaration[]) {
  return explainMatch(defineHost({ routes }).assembly(), typedRequest({ line })).outcome;
}
