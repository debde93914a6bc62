import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Route } from './route-definition.ts';
import type { RouteDefinition } from './route-definition.ts';

test('a route has the values of its definition, with defaults', () => {
  const condition = (): boolean => true;
  const route = new Route({
    name: 'r',
    path: 'a/{id}',
    methods: ['get', 'PUT', 'GET'],
    schemes: ['HTTPS'],
    condition,
    data: 7,
  });
  assert.deepEqual(
    [route.name, route.path, route.methods, route.schemes, route.host, route.priority, route.condition, route.data],
    ['r', '/a/{id}', ['GET', 'PUT'], ['https'], '', 0, condition, 7],
  );
  assert.deepEqual([route.requirements, route.defaults, route.options, route.isUtf8], [{}, {}, {}, true]);
  assert.deepEqual(new Route({ name: 'r', path: ' //a ' }).path, '/a');
  assert.equal(new Route({ name: 'r', path: '/', options: { utf8: false } }).isUtf8, false);
  for (const value of [route.methods, route.schemes, route.options, route.defaults, route.requirements])
    assert.ok(Object.isFrozen(value));
});

test('inline declarations are requirements, defaults and mappings', () => {
  const route = new Route({
    name: 'r',
    path: '/{slug:post<[a-z]+>?first}/{page?}/{!last<\\d+>}',
    host: '{sub:tenant<a|b>?a}.h',
    requirements: { last: 'x' },
    defaults: { page: 2 },
  });
  assert.deepEqual([route.path, route.host], ['/{slug}/{page}/{!last}', '{sub}.h']);
  assert.deepEqual(route.requirements, { slug: '[a-z]+', last: 'x', sub: 'a|b' });
  assert.deepEqual(route.defaults, {
    _route_mapping: { slug: 'post', sub: 'tenant' },
    slug: 'first',
    page: 2,
    sub: 'a',
  });
  assert.deepEqual(new Route({ name: 'r', path: '/{a?}' }).defaults, { a: null });
  assert.deepEqual(new Route({ name: 'r', path: '/{a?}-{b?x}' }).defaults, { a: null, b: 'x' });
});

test('anchors of requirements are removed', () => {
  const requirement = (id: string | RegExp): string | undefined =>
    new Route({ name: 'r', path: '/{id}', requirements: { id } }).requirements['id'];
  for (const [given, normalized] of [
    ['^a$', 'a'],
    ['\\Aa\\z', 'a'],
    ['^a\\z', 'a'],
    ['a', 'a'],
    ['a^b', 'a^b'],
    [/^a$/, 'a'],
    [/^a$/i, '(?i)a'],
    [/a\$/, 'a\\$'],
    [/a\\$/, 'a\\\\'],
    [/\^a/, '\\^a'],
    ['a$b', 'a$b'],
    [/a/su, 'a'],
  ] as const)
    assert.equal(requirement(given), normalized, String(given));
  for (const empty of ['', '^', '$', '^$', '\\A', '\\z', /(?:)/, /(?:)/i, /^$/, /^$/i])
    assert.throws(
      () => requirement(empty),
      { code: 'ORIEL_ROUTE_REQUIREMENT', message: 'Routing requirement for "id" cannot be empty.' },
      String(empty),
    );
  assert.throws(() => requirement(/a/my), {
    code: 'ORIEL_ROUTE_REQUIREMENT',
    message: /cannot use the flags "my".*only "i", "s" and "u" are supported/,
  });
});

test('an invalid definition is rejected with the name of the route, the value and the fix', () => {
  const rows: readonly [Partial<RouteDefinition> & object, code: string, message: string][] = [
    [{ name: '' }, 'ORIEL_ROUTE_NAME', 'Invalid route name ""; use a non-empty text'],
    [{ name: 7 as never }, 'ORIEL_ROUTE_NAME', 'Invalid route name "7"; use a non-empty text'],
    [{ path: 7 as never }, 'ORIEL_ROUTE_PATH', 'Route "r" has an invalid path "7"; use a text'],
    [{ host: 7 as never }, 'ORIEL_ROUTE_HOST', 'Route "r" has an invalid host "7"; use a text'],
    [{ priority: NaN }, 'ORIEL_ROUTE_PATH', 'Route "r" has the invalid priority "NaN"; use a number'],
    [{ methods: ['GE T'] }, 'ORIEL_ROUTE_METHOD', 'Route "r" has the invalid method "GE T"; use names such as "GET"'],
    [{ methods: [''] }, 'ORIEL_ROUTE_METHOD', 'Route "r" has the invalid method ""; use names such as "GET"'],
    [
      { schemes: ['https:'] },
      'ORIEL_ROUTE_SCHEME',
      'Route "r" has the invalid scheme "https:"; use "http" or "https" without a colon',
    ],
    [
      { path: '/{1a}' },
      'ORIEL_ROUTE_PATH',
      'Variable name "1a" cannot start with a digit in route pattern "/{1a}". Please use a different name.',
    ],
    [
      { path: '/{a}/{a}' },
      'ORIEL_ROUTE_PATH',
      'Route pattern "/{a}/{a}" cannot reference variable name "a" more than once.',
    ],
    [
      { path: `/{${'a'.repeat(33)}}` },
      'ORIEL_ROUTE_PATH',
      `Variable name "${'a'.repeat(33)}" cannot be longer than 32 characters in route pattern "/{${'a'.repeat(33)}}". Please use a shorter name.`,
    ],
    [
      { path: '/{_fragment}' },
      'ORIEL_ROUTE_PATH',
      'Route pattern "/{_fragment}" cannot contain "_fragment" as a path parameter.',
    ],
    [
      { host: '{1}' },
      'ORIEL_ROUTE_HOST',
      'Variable name "1" cannot start with a digit in route pattern "{1}". Please use a different name.',
    ],
    [
      { path: '/é', options: { utf8: false } },
      'ORIEL_ROUTE_PATH',
      'Cannot use UTF-8 route patterns without setting the "utf8" option for route "/é".',
    ],
  ];
  for (const [definition, code, message] of rows)
    assert.throws(() => new Route({ name: 'r', path: '/', ...definition }), { code, message });
  assert.ok(new Route({ name: 'r', path: `/{${'a'.repeat(32)}}`, host: '{_fragment}' }));
});

test('requirements beyond ASCII need the option utf8', () => {
  for (const a of ['é', '\\X', '\\pL', '\\p{Lu}', '\\PN', '\\x{100}', '\\\\\\pL'])
    assert.throws(
      () => new Route({ name: 'r', path: '/{a}', requirements: { a }, options: { utf8: false } }),
      {
        code: 'ORIEL_ROUTE_REQUIREMENT',
        message:
          'Cannot use UTF-8 route requirements without setting the "utf8" option for variable "a" in pattern "/{a}".',
      },
      a,
    );
  for (const a of ['\\\\pL', '\\x{41}', '\\d', 'pL'])
    assert.ok(new Route({ name: 'r', path: '/{a}', requirements: { a }, options: { utf8: false } }), a);
});

test('the locale of a translated route is a part of its path', () => {
  const translated = (changed: Partial<RouteDefinition> = {}): Route =>
    new Route({
      name: 'home.fr',
      path: '/{_locale}/a/{_locale}',
      defaults: { _locale: 'fr', _canonical_route: 'home' },
      requirements: { _locale: 'fr', x: 'y' },
      ...changed,
    });
  assert.deepEqual([translated().path, translated().requirements], ['/fr/a/fr', { x: 'y' }]);
  assert.deepEqual([translated().canonicalName, new Route({ name: 'r', path: '/' }).canonicalName], ['home', 'r']);
  const one = { path: '/{_locale}' };
  for (const changed of [
    { ...one, requirements: { _locale: 'fr|en' } },
    { ...one, defaults: { _locale: 'fr' } },
    { ...one, defaults: { _locale: 7, _canonical_route: 'home' } },
  ])
    assert.equal(translated(changed).path, '/{_locale}');
});

test('the compiled route describes its parts', () => {
  const compiled = (path: string, definition: Partial<RouteDefinition> = {}): Route['compiled'] =>
    new Route({ name: 'r', path, ...definition }).compiled;
  for (const [path, prefix] of [
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['/a/{x}', '/a'],
    ['/a-{x}', '/a-'],
    ['/a{x}', '/a'],
    ['/{x}', ''],
    ['/a/{x?1}', '/a'],
    ['/a-{x?1}', '/a'],
    ['-{x}', '/-'],
  ] as const)
    assert.equal(compiled(path).staticPrefix, prefix, path);
  for (const [path, hasSlash, hasVariable] of [
    ['/', false, false],
    ['/a', false, false],
    ['/a/', true, false],
    ['/{x}', false, true],
    ['/{x}/', true, true],
    ['/{x}/a', false, false],
  ] as const)
    assert.deepEqual(
      [compiled(path).hasTrailingSlash, compiled(path).hasTrailingVariable],
      [hasSlash, hasVariable],
      path,
    );
  const host = compiled('/{a}/{b?1}', { host: '{c}.h' });
  assert.deepEqual([host.pathVariables, host.hostVariables, host.firstOptional], [['a', 'b'], ['c'], 1]);
  for (const [path, from] of [
    ['/{a}/{b}', 2],
    ['/{a?1}/{b?1}', 0],
    ['/{a?1}/{b}', 2],
    ['/{a}/{!b?1}', 2],
    ['/x/{a?1}', 1],
    ['/x/{a?1}/', 3],
  ] as const)
    assert.equal(compiled(path).firstOptional, from, path);
});

test('the length of a path is limited only if parameters can divide it in several ways', () => {
  for (const [path, maxLength] of [
    ['/{a}', Infinity],
    ['/{a}/{b}', Infinity],
    ['/{a}-{b}', Infinity],
    ['/{a}x', Infinity],
    ['/{a<.+>}/b', Infinity],
    ['/{a<.+>}/{b<.*>}', Infinity],
    ['/{a<.+>}/{b}', Infinity],
    ['/{a<a|ab>}/c', Infinity],
    ['/{a<[a-z]+(?:-[a-z]+)*>}-{b<\\d+>}/{c?1}', Infinity],
    ['/{a}{b}', 1_000],
    ['/{a<.+>}/{b<.+>}/c', 1_000],
    ['/{a<.+>}/{b<.+>}/{c<.+>}/d', 99],
  ] as const)
    assert.equal(new Route({ name: 'r', path }).compiled.pathPattern.maxLength, maxLength, path);
  const { pathPattern } = new Route({ name: 'r', path: '/{a<.+>}/{b<.+>}/c' }).compiled;
  assert.deepEqual(
    [995, 996].map((length) => pathPattern.test(`/${'a'.repeat(length)}/b/c`)),
    [true, false],
  );
});

test('a requirement that matches the empty text only is accepted', () => {
  for (const x of ['()', '(?:)', '(?i)', '|']) {
    const { pathPattern } = new Route({ name: 'r', path: '/a/{x}', requirements: { x } }).compiled;
    assert.deepEqual([pathPattern.test('/a/'), pathPattern.test('/a/b')], [true, false], x);
  }
});

test('a match has the values of the parameters, undefined for those that are omitted', () => {
  for (const [path, subject, values] of [
    ['/{x}', '/ab', ['ab']],
    ['/a/{x}/{y}', '/a/b/cd', ['b', 'cd']],
    ['/{x?1}', '/', [undefined]],
    ['/{x?1}', '', undefined],
    ['/a/{x?1}', '/a', [undefined]],
    ['/a/{x?1}/{y?2}', '/a/b', ['b', undefined]],
    ['/a{x?1}', '/a', [undefined]],
    ['/a{x}b', '/acb', ['c']],
    ['/{x}-{y}', '/a-b-c', ['a', 'b-c']],
    ['/{x<[^a]+>}', '/bc', ['bc']],
    ['/{x<[^a]+>}', '/ba', undefined],
    ['/{x<[^ab]*>}', '/', ['']],
    ['/{x<[^\\x00]+>}', '/a\0', undefined],
    ['/{x<.+>}/b', '/a/b/b', ['a/b']],
  ] as const) {
    const captures = new Route({ name: 'r', path }).compiled.pathPattern.match(subject);
    assert.deepEqual(captures?.slice(1), values, `${path} and ${subject}`);
  }
});
