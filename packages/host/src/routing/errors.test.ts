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
  createMethodNotAllowedError,
  createNoConfigurationError,
  createNotFoundError,
} from './routing-errors.ts';

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
  for (const error of [
    createNotFoundError('/a'),
    createNoConfigurationError(),
    createMethodNotAllowedError(['GET', 'PUT']),
  ]) {
    assert.ok(!error.stack?.includes('\n'));
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
  }
  assert.deepEqual(createMethodNotAllowedError(['GET', 'PUT']).allowedMethods, ['GET', 'PUT']);
  assert.ok(createNoConfigurationError() instanceof NoConfigurationError);
  assert.equal(createNotFoundError('/a').message, 'No routes found for "/a".');
});
