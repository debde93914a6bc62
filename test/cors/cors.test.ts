import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { preflight, startHost } from './cors-host.ts';

const APP = 'https://app.example.com';
const FROM = `Origin: ${APP}`;

test('pages of an allowed origin can read every response, including all errors', async (t) => {
  const send = await startHost(t, { cors: { origins: [APP], credentials: true }, limits: { time: 100, url: 200 } });
  const etag = (await send('GET /api/books/1')).header('etag')!;
  const requests: [line: string, status: number, headers?: string[], body?: string][] = [
    ['GET /hello', 200],
    ['HEAD /hello', 200],
    ['GET /inner', 200],
    ['GET /api/books', 200],
    ['GET /api/books/1', 304, [`If-None-Match: ${etag}`]],
    ['GET /slash', 301],
    ['GET /nope', 404],
    ['DELETE /hello', 405],
    ['OPTIONS /hello', 204],
    ['POST /sent', 400, ['Content-Type: application/json', 'Content-Length: 1'], '{'],
    ['POST /sent', 422, ['Content-Type: application/json', 'Content-Length: 2'], '{}'],
    ['POST /sent', 415, ['Content-Type: text/csv', 'Content-Length: 1'], 'x'],
    ['GET /api/books?x=1', 400],
    ['GET /broken', 500],
    ['GET /hangs', 503],
    ['GET /hello', 400, ['Host: a b']],
    ['GET /hello', 400, ['Host: a', 'Host: b']],
    [`GET /${'a'.repeat(300)}`, 414],
    ['GET /%FF', 404],
  ];
  for (const [line, status, headers = [], body] of requests) {
    const response = await send(line, [FROM, ...headers], body);
    equal(response.status, status, line);
    deepEqual(response.all('access-control-allow-origin'), [APP], line);
    deepEqual(response.all('access-control-allow-credentials'), ['true'], line);
    equal(response.all('access-control-expose-headers').length, 1, line);
    match(response.all('vary').join(), /\bOrigin\b/, line);
  }
});

test('Vary contains Origin if the response can depend on it, and only then', async (t) => {
  const send = await startHost(t, { cors: { origins: [APP], paths: [{ path: '/hello', origins: '*' }] } });
  for (const headers of [[], ['Origin: https://evil.test'], ['Origin: http://api.example'], ['Origin: null'], [FROM]])
    for (const line of ['GET /nope', 'GET /api/books', 'OPTIONS /admin', 'POST /admin'])
      match((await send(line, headers)).all('vary').join(), /\bOrigin\b/, `${line} ${headers.join()}`);
  for (const headers of [[], [FROM], ['Origin: null']]) {
    const response = await send('GET /hello', headers);
    equal(response.header('access-control-allow-origin'), '*');
    equal(response.header('vary'), undefined);
  }
});

test('a request of the same origin or to a path without a rule gets no CORS headers', async (t) => {
  const send = await startHost(t, { cors: { paths: [{ path: '/api', origins: ['http://api.example', APP] }] } });
  const response = await send('GET /api/books', ['Origin: http://api.example']);
  doesNotMatch(response.text, /access-control/i);
  match(response.all('vary').join(), /\bOrigin\b/);
  const other = await send('GET /hello', [FROM]);
  doesNotMatch(other.text, /access-control|origin/i);
  const preflighted = await send('OPTIONS /hello', preflight(APP, 'PUT'));
  equal(preflighted.header('allow'), 'GET, HEAD, OPTIONS');
  doesNotMatch(preflighted.text, /access-control/i);
});

test('a preflight is answered before routing, and other OPTIONS requests are routed', async (t) => {
  const send = await startHost(t, {
    cors: { origins: APP, methods: ['GET', 'PUT'], headers: ['Content-Type'] },
  });
  for (const path of ['/hello', '/nope', '/', '/api/books/1', '/%FF', '/hello/']) {
    const response = await send(`OPTIONS ${path}`, preflight(APP, 'PUT', 'content-type'));
    equal(response.status, 204, path);
    deepEqual(
      ['origin', 'methods', 'headers'].map((value) => response.header(`access-control-allow-${value}`)),
      [APP, 'GET, PUT', 'content-type'],
    );
    equal(response.header('access-control-max-age'), '3600');
    equal(response.header('access-control-expose-headers'), undefined);
    equal(response.header('allow'), undefined);
  }
  for (const headers of [[], [FROM], ['Access-Control-Request-Method: PUT']]) {
    const response = await send('OPTIONS /hello', headers);
    deepEqual([response.status, response.header('allow')], [204, 'GET, HEAD, OPTIONS']);
    equal(response.header('access-control-allow-methods'), undefined);
  }
});

test('a method or header that is not allowed is reported by name, but not to unknown origins', async (t) => {
  const send = await startHost(t, { cors: { origins: APP, methods: ['GET', 'PUT'], headers: ['X-Known'] } });
  const method = await send('OPTIONS /hello', preflight(APP, 'LINK'));
  deepEqual([method.status, method.header('allow')], [405, 'GET, PUT']);
  match(method.text, /does not allow the method \\"LINK\\"; allowed methods: GET, PUT/);
  const lowercase = await send('OPTIONS /hello', preflight(APP, 'put'));
  equal(lowercase.status, 405);
  const header = await send('OPTIONS /hello', preflight(APP, 'GET', 'x-known, X-Weird'));
  equal(header.status, 400);
  match(header.text, /the header \\"x-weird\\"; allowed headers: x-known/);
  for (const response of [method, header]) equal(response.header('access-control-allow-origin'), APP);
  const unknown = await send('OPTIONS /hello', preflight('https://evil.test', 'LINK', 'x-weird'));
  equal(unknown.status, 204);
  doesNotMatch(unknown.text, /access-control/i);
});

test('a preflight with allowed methods and headers "*" gets the requested names, which browsers accept with credentials', async (t) => {
  const send = await startHost(t, { cors: { origins: APP, methods: '*', headers: '*', credentials: true } });
  const response = await send('OPTIONS /hello', preflight(APP, 'LINK', 'X-A,x-b ,, authorization'));
  deepEqual(
    [response.status, response.header('access-control-allow-methods'), response.header('access-control-allow-headers')],
    [204, 'LINK', 'x-a, x-b, authorization'],
  );
  for (const method of ['TRACE', 'connect', 'GET, PUT', 'a b', ''])
    equal((await send('OPTIONS /hello', preflight(APP, method))).status, 405, method);
});

test('the first path that matches applies, whatever the spelling of the request path', async (t) => {
  const send = await startHost(t, {
    cors: { origins: '*', paths: [{ path: '/admin', origins: [APP], credentials: true }] },
  });
  for (const path of [
    '/admin',
    '/%61dmin',
    '/admin/x',
    '/adm%69n/%FF',
    '/admin.json',
    '/admin%2Fx',
    '/admin?x=/',
    '/admin/../hello',
  ]) {
    const response = await send(`GET ${path}`, ['Origin: https://evil.test']);
    equal(response.header('access-control-allow-origin'), undefined, path);
    equal((await send(`GET ${path}`, [FROM])).header('access-control-allow-credentials'), 'true', path);
  }
  for (const path of ['/administration', '/x/admin', '/Admin', '//admin'])
    deepEqual((await send(`GET ${path}`, [FROM])).all('access-control-allow-origin'), ['*'], path);
});

test('CORS headers that a handler copies from another response are replaced', async (t) => {
  const send = await startHost(t, { cors: { origins: APP } });
  doesNotMatch((await send('GET /passed', ['Origin: https://evil.test'])).text, /access-control/i);
  doesNotMatch((await send('GET /passed')).text, /access-control/i);
  const response = await send('GET /passed', [FROM]);
  deepEqual(response.all('access-control-allow-origin'), [APP]);
  deepEqual(response.all('access-control-allow-credentials'), []);
});
