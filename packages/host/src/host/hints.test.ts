import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MethodNotAllowedError, NotFoundError } from '../../../core/src/http/http-errors.ts';
import { RouteCollection } from '../routing/route-collection.ts';
import { createContext } from '../testing/create-context.ts';
import { hintsFor } from './hints.ts';

const { routes } = RouteCollection.from([
  { name: 'cities', path: '/cities', methods: ['GET'] },
  { name: 'city', path: '/cities/{id}', methods: [] },
]);

function hints(path: string, error: unknown, table = routes): string[] {
  return hintsFor([...table], createContext(`GET ${path}`), error).flatMap(({ text, links = [] }) => [
    text,
    ...links.map(({ label, href }) => `${label} -> ${href}`),
  ]);
}

test('a 404 lists the nearest routes, with links to those without parameters', () => {
  const texts = hints('/citis', new NotFoundError());
  assert.match(texts[0]!, /^Nearest route/);
  assert.ok(texts.includes('GET /cities  cities -> http://localhost/cities'), texts.join('\n'));
});

test('a 404 without similar routes names the command that explains it', () => {
  assert.match(hints('/zzzzzzzzzzzzzzzzzzzzzzzz', new NotFoundError())[0]!, /oriel-host match "GET \/zzz/);
});

test('a host without routes shows how to declare one', () => {
  assert.match(hints('/', new NotFoundError(), RouteCollection.from([]).routes)[0]!, /no routes yet/);
});

test('a 405 names the allowed methods', () => {
  assert.deepEqual(hints('/cities', new MethodNotAllowedError(['GET', 'HEAD'])), ['"/cities" supports GET, HEAD']);
});

test('other errors, and a 404 of a handler, have no hint', () => {
  assert.deepEqual(hints('/x', new Error()), []);
  const context = createContext('GET /cities/7', { route: { name: 'city', path: '/cities/{id}' } });
  assert.deepEqual(hintsFor([...routes], context, new NotFoundError('No city 7')), []);
});

test('a 404 of / links to the documentation of the API and to the profiler', () => {
  const { routes: table } = RouteCollection.from([
    { name: 'api.docs', path: '/api/docs', methods: ['GET'] },
    { name: 'live', path: '/live', methods: ['GET'] },
  ]);
  const context = createContext('GET /');
  const links = (profiler: boolean) =>
    hintsFor([...table], context, new NotFoundError(), profiler).flatMap((hint) => hint.links?.map(({ href }) => href));
  assert.deepEqual(links(true), ['http://localhost/api/docs', 'http://localhost/_profiler/']);
  assert.deepEqual(links(false), ['http://localhost/api/docs']);
});
