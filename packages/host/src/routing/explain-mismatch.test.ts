/** Routes with another static prefix are skipped without matching them; routes that almost match must not be skipped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Route } from './route-definition.ts';
import { RouteCollection } from './route-collection.ts';
import { UrlMatcher } from './url-matcher.ts';
import type { RequestContext, RouteDefinition } from './route-definition.ts';
import { singleRouteTable } from './single-route-table.ts';
import { TraceableUrlMatcher } from './traceable-url-matcher.ts';

function explain(route: Route, request: RequestContext) {
  return new TraceableUrlMatcher(new RouteCollection([route])).trace(request).candidates[0]!;
}

const NEAR: readonly [definition: Omit<RouteDefinition, 'name'>, path: string, reason: RegExp][] = [
  [{ path: '/a/' }, '/a', /Slash at the end of "\/a"/],
  [{ path: '/a' }, '/a/', /Slash at the end of "\/a\/"/],
  [{ path: '/a/{x}', methods: ['PUT'] }, '/%61/7', /Method "GET"/],
  [{ path: '/café/{x}', methods: ['PUT'] }, '/caf%C3%A9/7', /Method "GET"/],
  [{ path: '/a/{x}', methods: ['PUT'], options: { utf8: false } }, '/%61/%C3%A9', /Method "GET"/],
  [{ path: '/a/{x}', methods: ['PUT'], options: { utf8: false } }, '/%61/%FF', /Method "GET"/],
  [{ path: '/list/{page}', defaults: { page: 1 }, methods: ['PUT'] }, '/list', /Method "GET"/],
  [{ path: '/{page}', defaults: { page: 1 }, schemes: ['https'] }, '/', /Scheme "http"/],
  [{ path: '/a/{x}', requirements: { x: '\\d+' } }, '/a/b', /Requirement for "x"/],
  [{ path: '/{x}.json', requirements: { x: '\\d+' } }, '/b.json', /Requirement for "x"/],
];

for (const [definition, path, reason] of NEAR) {
  test(`${definition.path} almost matches ${path}`, () => {
    const route = new Route({ name: 'near', ...definition });
    assert.match(explain(route, asking(path)).reason, reason);
  });
}

const part = fc.constantFrom('a', 'ab', 'é', '{x}', '{y}', 'a{x}', '{x}-{z}', '{x}.b');
const asked = fc.constantFrom('a', 'ab', 'é', '7', 'a7', '7-b', 'a.b', '%61', '%C3%A9', '%FF', '');

test('a route that fails by one constraint is never reported with another path', () => {
  const near = fc.property(
    fc.uniqueArray(part, { maxLength: 3, selector: (text) => text.includes('{x}') || text }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom({}, { x: '\\d+' }, { x: '.+' }),
    fc.array(asked, { maxLength: 3 }),
    (parts, hasSlash, utf8, requirements, texts) => {
      const path = `/${parts.join('/')}${hasSlash ? '/' : ''}`;
      // Byte routes reject text beyond ASCII.
      const plain: RouteDefinition = { name: 'r', path, options: { utf8: utf8 || path.includes('é') } };
      const route = new Route({ ...plain, requirements, methods: ['PUT'] });
      const target = `/${texts.join('/')}`;
      if (answers({ ...plain, requirements }, target) || answers(plain, target))
        assert.equal(explain(route, asking(target)).level, 'almost', `${path} and ${target}`);
    },
  );
  fc.assert(near, { numRuns: 3000 });
});

test('the table for the same ignored constraints is created once', () => {
  const route = new Route({ name: 'r', path: '/a/{x}', host: 'h', requirements: { x: '\\d+' } });
  assert.equal(singleRouteTable(route), singleRouteTable(route));
  assert.equal(singleRouteTable(route, { host: true }), singleRouteTable(route, { host: true }));
  const all = [{}, { host: true }, { requirements: ['x'] }, { host: true, requirements: ['x'] }] as const;
  assert.equal(new Set(all.map((dropped) => singleRouteTable(route, dropped))).size, all.length);
});

test('the number of cached tables is bounded', () => {
  const route = new Route({ name: 'first', path: '/a' });
  const table = singleRouteTable(route);
  for (let i = 0; i < 10_000; i++) singleRouteTable(new Route({ name: `r${i}`, path: '/a' }));
  assert.notEqual(singleRouteTable(route), table);
});

function asking(path: string): RequestContext {
  return { method: 'GET', scheme: 'http', host: 'h', path, query: '' };
}

function answers(definition: RouteDefinition, path: string): boolean {
  try {
    new UrlMatcher(new RouteCollection([definition])).match(asking(path));
    return true;
  } catch {
    return false;
  }
}
