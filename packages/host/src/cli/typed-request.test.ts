import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedRequest } from './typed-request.ts';

test('a path alone is a GET to localhost', () => {
  const { method, url } = typedRequest({ line: '/cities?page=2' });
  assert.deepEqual([method, url], ['GET', 'http://localhost/cities?page=2']);
});

test('an absolute URL sets host and scheme unless flags override them', () => {
  const line = 'post https://api.example.com:8443';
  assert.equal(typedRequest({ line }).url, 'https://api.example.com:8443/');
  assert.equal(typedRequest({ line, host: 'a.example', scheme: 'HTTP' }).url, 'http://a.example/');
  assert.equal(typedRequest({ line }).method, 'POST');
});

test('what a browser would encode is encoded', () => {
  assert.equal(typedRequest({ line: 'GET /São Paulo' }).path, '/S%C3%A3o%20Paulo');
});

for (const [request, message] of [
  [{ line: 'G(T /x' }, /"G\(T" is not an HTTP method/],
  [{ line: 'GET x' }, /"x" is not a path; a path starts with a slash: "GET \/x"/],
  [{ line: '/x', scheme: 'ftp' }, /--scheme must be http or https, not "ftp"/],
  [{ line: '/x', host: 'a b' }, /host/i],
] as const) {
  test(`${JSON.stringify(request)} cannot be sent`, () => {
    assert.throws(() => typedRequest(request), { name: 'UsageError', message });
  });
}

test('a route condition can read every property of a typed request', async () => {
  const { headers, body, request, incoming, ip, signal } = typedRequest({ line: 'PUT /x' });
  assert.deepEqual([headers.get('accept'), headers.has('accept'), [...headers]], [undefined, false, []]);
  assert.deepEqual(
    [body.present, body.length, await body.text(), (await body.bytes()).length],
    [false, undefined, '', 0],
  );
  assert.equal(await new Response(body.stream()).text(), '');
  assert.deepEqual([request.method, request.url], ['PUT', 'http://localhost/x']);
  assert.deepEqual(
    [ip, signal.aborted, incoming.earlyHints(['</a.css>; rel=preload'])],
    ['127.0.0.1', false, undefined],
  );
});
