import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativePath } from './url-reference.ts';
import { RouteCollection } from './route-collection.ts';
import { UrlGenerator } from './url-generator.ts';

const urls = new UrlGenerator(
  new RouteCollection([
    { name: 'post', path: '/posts/{id<\\d+>?1}' },
    { name: 'tenant', path: '/x', host: '{tenant}.example.com' },
  ]),
);
const context = { scheme: 'https', host: 'example.com', httpsPort: 8443, basePath: '/app', path: '/posts/5' };

test('generate returns the requested kind of reference', () => {
  assert.equal(urls.generate('post', { id: 7 }, { context }), '/app/posts/7');
  assert.equal(
    urls.generate('post', { id: 7 }, { context, reference: 'absolute-url' }),
    'https://example.com:8443/app/posts/7',
  );
  assert.equal(
    urls.generate('post', { id: 7 }, { context, reference: 'network-path' }),
    '//example.com:8443/app/posts/7',
  );
  assert.equal(urls.generate('post', { id: 7 }, { context, reference: 'relative-path' }), '7');
  assert.equal(urls.generate('tenant', { tenant: 'acme' }, { context }), '//acme.example.com:8443/app/x');
});

test('defaults are omitted, and properties of the prototype are not parameters', () => {
  assert.equal(urls.generate('post'), '/posts');
  assert.throws(() => urls.generate('tenant', Object.create({ tenant: 'acme' }) as object as Record<string, unknown>), {
    code: 'ORIEL_ROUTE_MISSING_PARAMETERS',
  });
});

test('a relative reference resolves to its target from every path', () => {
  for (const from of ['/', '/a', '/a/', '/a/b/c', '/x:y/z']) {
    for (const to of ['/', '/a', '/a/', '/a/b', '/a/b:c', '/x:y/']) {
      assert.equal(new URL(relativePath(from, to), `http://h${from}`).pathname, to, `${from} → ${to}`);
    }
  }
});

test('false is empty in a path and 0 in a query', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'page', path: '/list/{page}', defaults: { page: false, sort: false } },
      { name: 'any', path: '/any/{value}', requirements: { value: '.*' } },
    ]),
  );
  assert.equal(generator.generate('any', { value: false }), '/any/');
  assert.equal(generator.generate('any', { value: true, flag: false }), '/any/1?flag=0');
  assert.throws(() => urls.generate('post', { id: false }), { message: /must match "\\d\+" \("" given\)/ });
  assert.equal(generator.generate('page', { page: 0 }), '/list/0');
  assert.equal(generator.generate('page', { page: false }), '/list');
});

test('a query parameter that loosely equals its default is omitted', () => {
  const write = (value: unknown, other: unknown): string =>
    new UrlGenerator(new RouteCollection([{ name: 'x', path: '/x', defaults: { v: other } }])).generate('x', {
      v: value,
    });
  for (const [value, other] of [
    [0, false],
    ['0', false],
    ['', false],
    [null, false],
    [1, true],
    ['yes', true],
    [0, null],
    ['1.0', 1],
    [' 1', '1'],
    [
      [1, '2'],
      ['1', 2],
    ],
    [{ a: 0 }, { a: false }],
  ])
    assert.equal(write(value, other), '/x', JSON.stringify([value, other]));
  for (const [value, other, expected] of [
    [0, true, '/x?v=0'],
    [false, 1, '/x?v=0'],
    ['0', null, '/x?v=0'],
    [0, 'a', '/x?v=0'],
    ['1a', 1, '/x?v=1a'],
    [[1, 2], [1], '/x?v%5B0%5D=1&v%5B1%5D=2'],
  ] as const)
    assert.equal(write(value, other), expected, JSON.stringify([value, other]));
});

test('parameters come from the call, the context and the defaults, in this order', () => {
  const generator = new UrlGenerator(
    new RouteCollection([{ name: 'r', path: '/{a}/{b}/{c}', defaults: { a: 'd', b: 'd', c: 'd' } }]),
  );
  const parameters = { a: 'context', b: 'context' };
  const given = { a: 'call', b: undefined, c: 'c' };
  assert.equal(generator.generate('r', given, { context: { ...context, parameters } }), '/app/call/context/c');
});

test('missing parameters, unknown routes and invalid values are errors', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'r', path: '/{a}/{b}', host: '{c}', requirements: { a: 'x', c: 'y' } },
      { name: 'host', path: '/', host: '{c}.h', requirements: { c: 'y' } },
    ]),
  );
  assert.throws(() => generator.generate('r', { b: undefined }), { missing: ['c', 'a', 'b'] });
  assert.throws(() => generator.generate('none'), { code: 'ORIEL_ROUTE_UNKNOWN_NAME' });
  const all = { a: 'z', b: 1, c: 'y' };
  assert.throws(() => generator.generate('r', all), { code: 'ORIEL_ROUTE_INVALID_PARAMETER', parameter: 'a' });
  assert.throws(() => generator.generate('r', all, { strictRequirements: true }), { parameter: 'a' });
  assert.equal(generator.generate('r', all, { strictRequirements: false }), '');
  assert.equal(generator.generate('r', all, { strictRequirements: null }), '//y/z/1');
  assert.throws(() => generator.generate('host', { c: 'z' }), { parameter: 'c' });
  assert.equal(generator.generate('host', { c: 'z' }, { strictRequirements: false }), '');
});

test('trailing parameters that equal their defaults are omitted, unless they are important', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'two', path: '/a/{x?1}/{y?2}' },
      { name: 'important', path: '/a/{!x?1}' },
      { name: 'text', path: '/a/{x?1}/b' },
      { name: 'first', path: '/{x?1}' },
      { name: 'dot', path: '/a.{format?html}' },
      { name: 'empty', path: '/a/{x?}' },
      { name: 'joined', path: '/a{x?1}' },
    ]),
  );
  const generate = (name: string, params = {}): string => generator.generate(name, params);
  assert.deepEqual(
    [generate('two'), generate('two', { x: '1', y: 2 }), generate('two', { x: 3 }), generate('two', { y: 3 })],
    ['/a', '/a', '/a/3', '/a/1/3'],
  );
  assert.deepEqual(
    [generate('two', { x: null, y: null }), generate('important'), generate('text')],
    ['/a', '/a/1', '/a/1/b'],
  );
  assert.deepEqual([generate('first'), generate('dot'), generate('dot', { format: 'csv' })], ['/', '/a', '/a.csv']);
  assert.deepEqual([generate('empty'), generate('empty', { x: 1 })], ['/a', '/a/1']);
  assert.deepEqual([generate('joined'), generate('joined', { x: 2 })], ['/a', '/a2']);
});

test('the translation for the locale is used, and its locale is not in the query', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'home', path: '/home', defaults: {} },
      { name: 'home.fr', path: '/accueil', defaults: { _locale: 'fr', _canonical_route: 'home' } },
      {
        name: 'home.de',
        path: '/start/{_locale}',
        defaults: { _locale: 'de', _canonical_route: 'home' },
        requirements: { _locale: 'de|de_AT' },
      },
      { name: 'other.fr', path: '/not-a-translation' },
      { name: 'other', path: '/other' },
    ]),
  );
  const generate = (name: string, params = {}, changed = {}): string =>
    generator.generate(name, params, { context: { scheme: 'http', host: 'h', ...changed } });
  assert.deepEqual(
    [
      generate('home'),
      generate('home', { _locale: 'fr' }),
      generate('home', { _locale: 'fr_CA', q: 1 }),
      generate('home', { _locale: 'es' }),
    ],
    ['/home', '/accueil', '/accueil?q=1', '/home?_locale=es'],
  );
  assert.equal(generate('home', { _locale: 'frx' }), '/home?_locale=frx');
  assert.equal(generate('home', {}, { parameters: { _locale: 'fr' } }), '/accueil');
  assert.equal(generate('home', {}, { defaultLocale: 'fr' }), '/accueil');
  assert.equal(generate('home', { _locale: 'es' }, { defaultLocale: 'fr' }), '/home?_locale=es');
  assert.equal(generate('home', {}, { parameters: { _locale: 'es' }, defaultLocale: 'fr' }), '/home');
  assert.equal(generate('home', {}, { parameters: { _locale: '' }, defaultLocale: 'fr' }), '/accueil');
  assert.equal(generate('home', { _locale: 'de_AT' }), '/start/de_AT');
  assert.equal(generate('home.de', { _locale: null }), '/start');
  assert.equal(generate('home.fr', { _locale: 'en' }), '/accueil');
  assert.equal(generate('other', { _locale: 'fr' }), '/other?_locale=fr');
});

test('the fragment comes from the call or the defaults', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'plain', path: '/a' },
      { name: 'default', path: '/a', defaults: { _fragment: 'top' } },
    ]),
  );
  const generate = (name: string, params: Record<string, unknown>): string => generator.generate(name, params);
  assert.equal(generate('plain', { _fragment: 'a b/?&' }), '/a#a%20b/?%26');
  assert.equal(generate('plain', { q: 1, _fragment: 'x' }), '/a?q=1#x');
  assert.deepEqual([generate('default', {}), generate('default', { _fragment: 'x' })], ['/a#top', '/a#x']);
  assert.deepEqual(
    [generate('default', { _fragment: null }), generate('plain', { _fragment: null })],
    ['/a#top', '/a'],
  );
});

test('a requirement is tested without regard to case, look-arounds and a line feed at the end', () => {
  const isAccepted = (requirement: string, value: string, options = {}): boolean => {
    const route = { name: 'r', path: '/{x}', requirements: { x: requirement }, options };
    return (
      new UrlGenerator(new RouteCollection([route])).generate('r', { x: value }, { strictRequirements: false }) !== ''
    );
  };
  for (const [requirement, value, expected] of [
    ['a', 'A', true],
    ['a', 'b', false],
    ['a', 'a\n', true],
    ['a', 'a\n\n', false],
    ['(?!a)[ab]', 'a', true],
    ['(?:(?=b)a)+', 'aa', true],
    ['(?:(?!(a)b)a)', 'a', true],
    ['a(?<=b)', 'a', true],
    // The alternatives are not grouped.
    ['a|b', 'axx', true],
    ['a|b', 'xxb', true],
    ['a|b', 'xxa', false],
    ['a|b|c', 'xbx', true],
    ['(?:a|b)', 'axx', false],
    ['(?:a|b)c', 'axc', false],
    ['.', '\n', false],
    ['\\w', 'é', true],
  ] as const)
    assert.equal(isAccepted(requirement, value), expected, `${requirement} and ${JSON.stringify(value)}`);
  assert.equal(isAccepted('[^a][^a]', 'é', { utf8: false }), true);
  assert.equal(isAccepted('[^a]', 'é', { utf8: false }), false);
});

test('a Date, a Map and a nested value are compared with defaults by their content', () => {
  const generator = new UrlGenerator(
    new RouteCollection([
      { name: 'x', path: '/x', defaults: { d: new Date(5), n: { a: [1, { b: 2 }] }, e: '1e1', s: 'a', l: [] } },
    ]),
  );
  const generate = (params: Record<string, unknown>): string => generator.generate('x', params);
  assert.equal(generate({ d: new Date(5), n: { a: ['1', { b: '2.0' }] }, e: 10, s: 'a', l: null }), '/x');
  assert.equal(generate({ d: new Date(6) }), '/x?d=1970-01-01T00:00:00.006Z');
  assert.equal(generate({ n: { a: [1, { c: 2 }] } }), '/x?n%5Ba%5D%5B0%5D=1&n%5Ba%5D%5B1%5D%5Bc%5D=2');
  assert.equal(generate({ n: 'text', e: '10x', s: 'A', l: '0' }), '/x?n=text&e=10x&s=A&l=0');
  assert.equal(generate({ l: false }), '/x');
  assert.equal(generate({ l: true, s: false }), '/x?l=1&s=0');
});
