import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MethodNotAllowedError } from '../../../../core/src/http/http-errors.ts';
import { HttpResponse } from '../../../../core/src/http/response.ts';
import { PageRoutes } from './page-routes.ts';

const define = (name: string, line: string, requirements?: Readonly<Record<string, string>>) => ({
  name,
  line,
  handle: () => new HttpResponse(200),
  ...(requirements ? { requirements } : {}),
});
const routes = new PageRoutes([
  define('home', 'GET /p/'),
  define('clear', 'GET|POST /p/clear'),
  define('open', 'GET /p/open.{format}', { format: 'json|md' }),
  define('pin', 'POST /p/{token}/pin'),
  define('show', 'GET /p/{token}'),
]);
const find = (line: string): unknown => {
  const [method = '', path = '', query = ''] = line.split(/ |\?/);
  const found = routes.find({ method, path, query });
  return typeof found === 'object' ? [found.route.name, { ...found.params }] : found;
};

test('the first route of the method and the path is found, with decoded parameters', () => {
  assert.deepEqual(find('GET /p/'), ['home', {}]);
  assert.deepEqual(find('HEAD /p/clear'), ['clear', {}]);
  assert.deepEqual(find('POST /p/clear'), ['clear', {}]);
  assert.deepEqual(find('GET /p/open.md'), ['open', { format: 'md' }]);
  assert.deepEqual(find('GET /p/open.xml'), ['show', { token: 'open.xml' }]);
  assert.deepEqual(find('GET /p/a%20b'), ['show', { token: 'a b' }]);
  assert.equal(find('GET /other'), undefined);
  assert.equal(find('GET /p/a/b/c'), undefined);
});

test('another slash at the end is a redirect that keeps the query, for GET and HEAD only', () => {
  assert.equal(find('GET /p?a=1'), '/p/?a=1');
  assert.equal(find('HEAD /p/clear/'), '/p/clear');
  assert.equal(find('POST /p'), undefined);
});

test('another method and an invalid encoding are errors', () => {
  assert.throws(
    () => find('GET /p/a/pin'),
    (error: unknown) => error instanceof MethodNotAllowedError && error.status === 405,
  );
  assert.throws(() => find('GET /p/%ff'), { status: 400 });
});
