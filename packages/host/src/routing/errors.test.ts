import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  InvalidParameterError,
  MethodNotAllowedError,
  MissingMandatoryParametersError,
  NoConfigurationError,
  ResourceNotFoundError,
  RouteDefinitionError,
  RouteNotFoundError,
} from './routing-errors.ts';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import { RouteCollection } from './route-collection.ts';
import { UrlMatcher } from './url-matcher.ts';

test('each error has its name, code and message', () => {
  for (const [error, name, code, message] of [
    [new ResourceNotFoundError('/a'), 'ResourceNotFoundError', 'ORIEL_ROUTE_NOT_FOUND', 'No routes found for "/a".'],
    [new NoConfigurationError(), 'NoConfigurationError', 'ORIEL_ROUTE_NO_CONFIGURATION', ''],
    [new MethodNotAllowedError(['GET']), 'MethodNotAllowedError', 'ORIEL_ROUTE_METHOD_NOT_ALLOWED', ''],
    [new RouteDefinitionError('ORIEL_ROUTE_PATH', 'r', 'bad'), 'RouteDefinitionError', 'ORIEL_ROUTE_PATH', 'bad'],
    [
      new RouteNotFoundError('r'),
      'RouteNotFoundError',
      'ORIEL_ROUTE_UNKNOWN_NAME',
      'Unable to generate a URL for the named route "r" as such route does not exist.',
    ],
    [
      new MissingMandatoryParametersError('r', ['a', 'b']),
      'MissingMandatoryParametersError',
      'ORIEL_ROUTE_MISSING_PARAMETERS',
      'Some mandatory parameters are missing ("a", "b") to generate a URL for route "r".',
    ],
    [
      new InvalidParameterError('r', 'a', '\\d+', 'x'),
      'InvalidParameterError',
      'ORIEL_ROUTE_INVALID_PARAMETER',
      'Parameter "a" for route "r" must match "\\d+" ("x" given) to generate a corresponding URL.',
    ],
  ] as const)
    assert.deepEqual([error.name, error.code, error.message], [name, code, message]);
  assert.deepEqual(new RouteDefinitionError('ORIEL_ROUTE_PATH', 'r', '').route, 'r');
  assert.deepEqual(new MissingMandatoryParametersError('r', ['a']).missing, ['a']);
  assert.equal(new InvalidParameterError('r', 'a', '', '').parameter, 'a');
});

test('errors of a lookup have no stack trace, and later errors have one', () => {
  const { stackTraceLimit } = Error;
  const routes = new RouteCollection([{ name: 'a', path: '/a', methods: ['GET', 'PUT'] }]);
  const base = { method: 'POST', scheme: 'http', host: 'h', query: '' };
  for (const [path, name, message] of [
    ['/a', 'MethodNotAllowedError', ''],
    ['/', 'NoConfigurationError', ''],
    ['/b', 'ResourceNotFoundError', 'No routes found for "/b".'],
  ] as const) {
    const found = new RedirectableUrlMatcher(routes).find({ ...base, path });
    assert.ok(found instanceof Error);
    assert.throws(() => new UrlMatcher(routes).match({ ...base, path }), { name, message });
    assert.deepEqual([found.name, found.message], [name, message]);
    assert.ok(!found.stack?.includes('\n'));
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
    if (found instanceof MethodNotAllowedError) assert.deepEqual(found.allowedMethods, ['GET', 'PUT']);
  }
});
