/** The fast lookup decides common requests, and always as the full lookup does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RouteCollection } from './route-collection.ts';
import { RouteSearch } from './route-search.ts';
import { RouteTable } from './route-table.ts';
import type { RequestContext, RouteDefinition } from './route.ts';

type Definition = Omit<RouteDefinition, 'name'>;

const DIGITS = { requirements: { x: '\\d+' } };
const DEFINITIONS: readonly Definition[] = [
  ...[
    '/',
    '/a',
    '/ab',
    '/a/',
    '/a/b',
    '/abcdefgh',
    '/{x}',
    '/{x}/',
    '/{x}/b',
    '/a/{x}',
    '/a{x}',
    '/{x}.b',
    '/{x}/{y}',
    '/a/{x}/b/{y}/c',
  ].map((path) => ({ path })),
  ...['/{x}/{y}/{z}', '/a-{x}', '/a%b', '/long-text/{x}', '/long-text/other'].map((path) => ({ path })),
  { path: '/{x}', ...DIGITS },
  { path: '/a/{x}', ...DIGITS },
  { path: '/{x}', requirements: { x: '.+' } },
  { path: '/a/{x}', defaults: { x: '1' } },
  { path: '/{x}/{y}', defaults: { y: 'd', other: 2 } },
  { path: '/{x}', defaults: { x: '1' } },
  { path: '/{x}', requirements: { x: 'a*' } },
  { path: '/a', methods: ['PUT', 'POST'] },
  { path: '/a', methods: ['GET'] },
  { path: '/{x}', methods: ['PUT'] },
  { path: '/a/{x}', methods: ['POST', 'GET'] },
  { path: '/{x}/b', methods: ['PUT', 'DELETE'] },
  { path: '/a', host: 'h' },
  { path: '/{x}', host: 'other' },
  { path: '/{x}', schemes: ['https'] },
  { path: '/a/{x}', condition: () => false },
  { path: '/a/{x}', options: { utf8: false } },
];
const PATHS = [
  ...[
    '',
    '/',
    '//',
    '/a',
    '/b',
    '/ab',
    '/abc',
    '/abcdefgh',
    '/abcdefgx',
    '/a/',
    '/ab/',
    '/a/b',
    '/b/b',
    '/a/b/',
    '/1',
    '/a/1',
    '/a/1/',
    '/a1',
    '/a-b',
  ],
  ...[
    '/c.b',
    '/a/x/b',
    '/a/x/b/y/c',
    '/a/x/b/y',
    '/a/x/b//c',
    '/x/y/z',
    '/x//z',
    '/x/y/z/w',
    '/%61',
    '/a/%61',
    '/a%b',
    '/a%25b',
    '/a/x%2Fy',
    '/long-text/x',
  ],
  ...[
    '/long-text/other',
    '/long-text/othes',
    '/long-text/',
    '/long-text',
    '/long-texu/x',
    '/é',
    '/a/segment-of-22-characters',
    '/a/segment-of-more-%61',
    '/aa',
    '//a',
    '/a//b',
  ],
];

test('the fast lookup returns what the full lookup returns, for all pairs of routes', () => {
  for (const first of DEFINITIONS) {
    for (const second of DEFINITIONS) {
      const table = tableOf(first, second);
      for (const path of PATHS) for (const method of ['GET', 'POST']) compare(table, path, method);
    }
  }
});

describe('requests that the fast lookup decides', () => {
  for (const [paths, path, route, method = 'GET'] of [
    [['/a', '/b'], '/a', '/a'],
    [['/{x}'], '/a', '/{x}'],
    [['/{x}'], '/segment-of-22-characters', '/{x}'],
    [['/a/{x}', '/b/{x}'], '/b/c', '/b/{x}'],
    [['/a/{x}', '/b/{x}'], '/b/segment-of-22-characters', '/b/{x}'],
    [['/a/{x}/b/{y}/c'], '/a/1/b/2/c', '/a/{x}/b/{y}/c'],
    [['/{x}/b', '/a/{x}'], '/a/b', '/{x}/b'],
    [['/a/{x}', '/{x}/b'], '/a/b', '/a/{x}'],
    [['/a-{x}/c', '/{x}/b'], '/a-1/b', '/{x}/b'],
    [['/{x<\\d+>}', '/{y}'], '/a', '/{y}'],
    [['/{x<\\d+>}', '/{y}'], '/1', '/{x<\\d+>}'],
    [['/a/{x<.+>}'], '/a/b/c', '/a/{x<.+>}'],
    [['/a/{x?1}'], '/a', '/a/{x?1}'],
    [['/a', '/{x}'], '/a', '/a', 'HEAD'],
    [['/x%', '/a/{x}'], '/a/b', '/a/{x}'],
  ] as const)
    test(`${method} ${path} in ${paths.join(' ')}`, () => {
      const result = tableOf(...paths.map((each) => ({ path: each }))).findFast(request(path, method));
      assert.ok(typeof result === 'object');
      assert.equal(result.route.name, `r${paths.findIndex((each) => each === route)}`);
    });

  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH'])
    for (const path of ['/a', '/b/1', '/c/1'])
      test(`${method} ${path}, which is one of the methods`, () => {
        const methods = ['GET', 'PUT', 'PATCH'];
        const table = tableOf(
          { path: '/a', methods },
          { path: '/b/{x}', methods },
          { path: '/c/{x}', methods },
          { path: '/{x}/{y}' },
        );
        assert.equal(typeof table.findFast(request(path, method)), 'object');
      });

  for (const [paths, path] of [
    [['/a'], '/b'],
    [['/a/b'], '/a/c'],
    [['/a/{x}'], '/b/c'],
    [['/a/{x}/b'], '/a/1/c'],
    [['/a/{x<.+>}/b'], '/a/1/c'],
    [[], '/a'],
  ] as const)
    test(`no route of ${paths.join(' ')} has ${path}`, () =>
      assert.equal(tableOf(...paths.map((each) => ({ path: each }))).findFast(request(path)), 'not-found'));
});

describe('requests that only the full lookup decides', () => {
  const definitions: readonly [what: string, definition: Definition, path: string, method?: string][] = [
    ['an empty path', { path: '/' }, ''],
    ['a missing route for /', { path: '/a' }, '/'],
    ['a trailing slash', { path: '/{x}' }, '/a/'],
    ['a path that would match with a trailing slash', { path: '/a/' }, '/a'],
    ['a parameter whose path would match with a trailing slash', { path: '/{x}/' }, '/a'],
    ['an encoded character', { path: '/a' }, '/%61'],
    ['an encoded character in a short parameter', { path: '/{x}' }, '/%61'],
    ['an encoded character in a long parameter', { path: '/{x}' }, '/segment-%61'],
    ['an encoded character in the text of a table with %', { path: '/a%b' }, '/a%b'],
    ['another method', { path: '/a', methods: ['GET', 'PUT'] }, '/a', 'POST'],
    ['another method with a parameter', { path: '/{x}', methods: ['PUT'] }, '/a'],
    ['HEAD without GET', { path: '/{x}', methods: ['PUT', 'POST'] }, '/a', 'HEAD'],
    ['a host', { path: '/a', host: 'h' }, '/a'],
    ['a host and a parameter', { path: '/{x}', host: 'h' }, '/a'],
    ['a host with a parameter', { path: '/a', host: '{sub}.h' }, '/a'],
    ['a scheme', { path: '/{x}', schemes: ['https'] }, '/a'],
    ['a condition', { path: '/{x}', condition: () => true }, '/a'],
    ['bytes', { path: '/{x}', options: { utf8: false } }, '/a'],
  ];
  for (const [what, definition, path, method = 'GET'] of definitions)
    test(what, () => {
      assert.equal(tableOf(definition).findFast(request(path, method)), 'undecided');
      // With another route, paths have several branches.
      const forked = tableOf({ path: '/{z}/only/here' }, definition, { path: '/{z}/only/{there<.+>}' });
      assert.equal(forked.findFast(request(path, method)), 'undecided');
    });
});

function compare(table: RouteTable, path: string, method: string): void {
  const context = request(path, method);
  const fast = table.findFast(context);
  if (fast === 'undecided') return;
  const search = new RouteSearch(context, true);
  const full = table.find(search, path);
  if (fast === 'not-found') {
    const withSlash = new RouteSearch(context, true);
    assert.deepEqual([full, table.find(withSlash, `${path}/`)], [undefined, undefined], path);
    assert.deepEqual([search.methods, search.schemes, search.isUnconfigured], [[], [], false], path);
    assert.deepEqual([withSlash.methods, withSlash.schemes], [[], []], path);
  } else assert.deepEqual([fast.route, { ...fast.params }], [full?.route, { ...full?.params }], path);
}

function tableOf(...definitions: readonly Definition[]): RouteTable {
  return new RouteTable(new RouteCollection(definitions.map((each, index) => ({ name: `r${index}`, ...each }))));
}

function request(path: string, method = 'GET'): RequestContext {
  return { method, scheme: 'http', host: 'h', path, query: '' };
}
