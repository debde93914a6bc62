import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as http from './http-errors.ts';
import {
  HttpError,
  MethodNotAllowedError,
  RangeNotSatisfiableError,
  UnprocessableContentError,
  getStatus,
} from './http-errors.ts';

test('every error class has its status, reason phrase and name', () => {
  const family: [new () => HttpError, number, string][] = [
    [http.BadRequestError, 400, 'Bad Request'],
    [http.UnauthorizedError, 401, 'Unauthorized'],
    [http.ForbiddenError, 403, 'Forbidden'],
    [http.NotFoundError, 404, 'Not Found'],
    [http.NotAcceptableError, 406, 'Not Acceptable'],
    [http.RequestTimeoutError, 408, 'Request Timeout'],
    [http.ConflictError, 409, 'Conflict'],
    [http.GoneError, 410, 'Gone'],
    [http.PreconditionFailedError, 412, 'Precondition Failed'],
    [http.ContentTooLargeError, 413, 'Content Too Large'],
    [http.UriTooLongError, 414, 'URI Too Long'],
    [http.UnsupportedMediaTypeError, 415, 'Unsupported Media Type'],
    [http.ExpectationFailedError, 417, 'Expectation Failed'],
    [http.TooManyRequestsError, 429, 'Too Many Requests'],
    [http.HeaderFieldsTooLargeError, 431, 'Request Header Fields Too Large'],
    [http.InternalServerError, 500, 'Internal Server Error'],
    [http.ServiceUnavailableError, 503, 'Service Unavailable'],
  ];
  for (const [Kind, status, reason] of family) {
    const error = new Kind();
    assert.deepEqual([error.status, error.message, error.title, error.name], [status, reason, reason, Kind.name]);
    assert.deepEqual(error.headers, {});
  }
});

test('an error has the options that it was created with', () => {
  const cause = new Error('below');
  const error = new http.NotFoundError('No book 7', {
    headers: { 'X-A': 'b' },
    type: '/p',
    title: 'T',
    code: 'C',
    extensions: { id: 7 },
    cause,
  });
  const { message, headers, type, title, code, extensions } = error;
  assert.deepEqual(
    { message, headers, type, title, code, extensions },
    { message: 'No book 7', headers: { 'X-A': 'b' }, type: '/p', title: 'T', code: 'C', extensions: { id: 7 } },
  );
  assert.equal(error.cause, cause);
});

test('an error without a cause has no cause property', () => {
  assert.equal('cause' in new http.GoneError(), false);
  assert.equal('cause' in new http.GoneError('', { cause: undefined }), true);
});

test('rejects statuses that are not error statuses', () => {
  for (const status of [200, 399, 600, 404.5, NaN]) assert.throws(() => new HttpError(status), RangeError);
});

test('405 has an Allow header, and 416 a Content-Range header with the size', () => {
  assert.deepEqual(new MethodNotAllowedError(['GET', 'HEAD']).headers, { Allow: 'GET, HEAD' });
  assert.deepEqual(new RangeNotSatisfiableError(10).headers, { 'Content-Range': 'bytes */10' });
});

test('422 lists every violation', () => {
  const error = new UnprocessableContentError([
    { pointer: '/a', detail: 'is short' },
    { parameter: 'q', detail: 'is long' },
    { pointer: '', detail: 'is wrong' },
  ]);
  assert.equal(error.message, '/a: is short; q: is long; (body): is wrong');
  assert.equal((error.extensions['errors'] as unknown[]).length, 3);
});

test('returns a status for every thrown value', () => {
  assert.equal(getStatus(new http.ConflictError()), 409);
  const hostile = new Proxy(
    {},
    {
      getPrototypeOf: () => {
        throw new Error('no');
      },
    },
  );
  for (const thrown of [new Error('x'), undefined, null, 'x', { status: 404 }, hostile])
    assert.equal(getStatus(thrown), 500);
});
