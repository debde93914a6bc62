import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteCollection } from '../../routing/route-collection.ts';
import { createContext } from '../../testing/index.ts';
import type { CollectorSubject } from '../collector.ts';
import type { RecordedRouting } from '../../../../profiler/src/profile/profile.ts';
import { Redactor } from '../../../../profiler/src/record/redaction/redactor.ts';
import { routingCollector } from './routing-collector.ts';

let monday = false;
const routes = new RouteCollection([
  { name: 'page', path: '/_profiler' },
  { name: 'shops', path: '/shops' },
  { name: 'shop_put', path: '/shops/{id}', methods: ['PUT'] },
  { name: 'shop_monday', path: '/shops/{id}', condition: () => monday },
  { name: 'shop', path: '/shops/{id}', methods: ['GET'] },
  { name: 'slash', path: '/files/{name}/', requirements: { name: '.+' } },
]);
const redactor = new Redactor();
const collector = routingCollector(
  () => routes,
  ({ name }) => name === 'page',
);

function getRouting(line: string): RecordedRouting {
  const subject = { context: createContext(line), redactor } as unknown as CollectorSubject;
  return collector.collect(subject) as RecordedRouting;
}

test('every candidate except the routes of the profiler is listed with its reason', () => {
  const { path, method, candidates } = getRouting('GET /shops/7');
  assert.deepEqual([path, method], ['/shops/7', 'GET']);
  assert.deepEqual(
    candidates.map(({ route, level }) => [route, level]),
    [
      ['shops', 'no'],
      ['shop_put', 'almost'],
      ['shop_monday', 'almost'],
      ['shop', 'yes'],
      ['slash', 'no'],
    ],
  );
  assert.match(candidates[1]!.reason, /Method "GET" does not match any of the required methods \(PUT\)/);
});

test('requests with equal candidates share one list, and requests with other reasons do not', () => {
  const { candidates } = getRouting('GET /shops/7');
  for (let id = 8; id < 1_000; id++) assert.equal(getRouting(`GET /shops/${id}`).candidates, candidates);
  assert.notEqual(getRouting('DELETE /shops/7').candidates, candidates);
  const [nowhere, list] = [getRouting('GET /nothing').candidates, getRouting('GET /shops').candidates];
  assert.deepEqual([nowhere[0]?.level, list[0]?.level], ['no', 'yes']);
});

test('a condition is evaluated for each request', () => {
  const reached = (): string[] =>
    getRouting('GET /shops/7').candidates.flatMap(({ route, level }) => (level === 'yes' ? [route] : []));
  assert.deepEqual(reached(), ['shop']);
  monday = true;
  assert.deepEqual(reached(), ['shop_monday']);
  monday = false;
  assert.deepEqual(reached(), ['shop']);
});

test('no reason contains a secret of the path', () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2lnbmF0dXJl';
  const routing = getRouting(`GET /files/${secret}`);
  assert.match(routing.candidates.at(-1)!.reason, /Slash at the end/);
  assert.doesNotMatch(JSON.stringify(routing), /c2lnbmF0dXJl/);
});

test('the candidates of a very long path are listed but not cached', () => {
  const path = `/files/${'x'.repeat(3_000)}`;
  const [first, second] = [getRouting(`GET ${path}`), getRouting(`GET ${path}`)];
  assert.match(first.candidates.at(-1)!.reason, /Slash at the end/);
  assert.deepEqual(second, first);
  assert.notEqual(second.candidates, first.candidates);
});
