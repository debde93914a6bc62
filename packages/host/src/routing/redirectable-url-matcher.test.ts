import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MethodNotAllowedError, ResourceNotFoundError } from './routing-errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import { RouteCollection } from './route-collection.ts';

const matcher = new RedirectableUrlMatcher(
  new RouteCollection([
    { name: 'list', path: '/posts/' },
    { name: 'secret', path: '/secret', schemes: ['https'] },
    { name: 'form', path: '/form/', methods: ['POST'] },
  ]),
);
const base = { method: 'GET', scheme: 'http', host: 'example.com', query: '', httpPort: 8080 };

test('a wrong trailing slash returns an absolute redirect URL with the same port and query', () => {
  const match = matcher.match({ ...base, path: '/posts', query: 'a=%20&b=+%zz' });
  assert.ok('redirect' in match);
  assert.equal(match.redirect, 'http://example.com:8080/posts/?a=%20&b=+%zz');
  assert.equal(match.status, 301);
});

test('a redirect corrects the slash and the scheme together, with the port of the new scheme', () => {
  const match = matcher.match({ ...base, path: '/secret/', httpsPort: 8443 });
  assert.equal('redirect' in match && match.redirect, 'https://example.com:8443/secret');
});

test('only GET and HEAD requests are redirected', () => {
  assert.throws(() => matcher.match({ ...base, method: 'POST', path: '/posts' }), { code: 'ORIEL_ROUTE_NOT_FOUND' });
  assert.throws(() => matcher.match({ ...base, path: '/form' }), { message: 'No routes found for "/form/".' });
  assert.throws(() => matcher.match({ ...base, path: '/' }), { code: 'ORIEL_ROUTE_NO_CONFIGURATION', message: '' });
});

test('find returns the errors that match throws', () => {
  const missing = matcher.find({ ...base, path: '/nowhere' });
  assert.ok(missing instanceof ResourceNotFoundError);
  assert.equal(missing.message, 'No routes found for "/nowhere/".');
  const refused = matcher.find({ ...base, path: '/form/' });
  assert.ok(refused instanceof MethodNotAllowedError);
  assert.deepEqual(refused.allowedMethods, ['POST']);
});

test('of several branches, the route declared first matches', () => {
  const several = new RedirectableUrlMatcher(
    new RouteCollection([
      { name: 'number', path: '/a/{id<\\d+>}/x' },
      { name: 'early', path: '/{first}/b/x' },
      { name: 'late', path: '/a/{second}/x' },
      { name: 'file', path: '/a/file.{format}', defaults: { format: 'html' } },
      { name: 'rest', path: '/{all<.+>}' },
    ]),
  );
  const find = (path: string) => {
    const answer = several.match({ ...base, path });
    return [answer.route.name, answer.params];
  };
  assert.deepEqual(find('/a/b/x'), ['early', { first: 'a' }]);
  assert.deepEqual(find('/a/7/x'), ['number', { id: '7' }]);
  assert.deepEqual(find('/a/c/x'), ['late', { second: 'c' }]);
  assert.deepEqual(find('/a/file.json'), ['file', { format: 'json' }]);
  assert.deepEqual(find('/a/file'), ['file', { format: 'html' }]);
  assert.deepEqual(find('/a/c'), ['rest', { all: 'a/c' }]);
  assert.deepEqual(find('/a/%63/x'), ['late', { second: 'c' }]);
});

test('the host of a redirect is in lower case', () => {
  const match = matcher.match({ ...base, host: 'EXAMPLE.com', path: '/posts' });
  assert.equal('redirect' in match && match.redirect, 'http://example.com:8080/posts/');
});
