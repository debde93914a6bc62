import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { preflight, startHost } from './cors-host.ts';

const APP = 'https://app.example.com';
const FROM = `Origin: ${APP}`;

test('every answer may be read by pages of a listed origin, errors of every kind too', async (t) => {
  const ask = await startHost(t, { cors: { origins: [APP], credentials: true }, limits: { time: 100, url: 200 } });
  const etag = (await ask('GET /api/books/1')).header('etag')!;
  const asked: [line: string, status: number, headers?: string[], body?: string][] = [
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
  for (const [line, status, headers = [], body] of asked) {
    const heard = await ask(line, [FROM, ...headers], body);
    equal(heard.status, status, line);
    deepEqual(heard.all('access-control-allow-origin'), [APP], line);
    deepEqual(heard.all('access-control-allow-credentials'), ['true'], line);
    equal(heard.all('access-control-expose-headers').length, 1, line);
    match(heard.all('vary').join(), /\bOrigin\b/, line);
  }
});

test('Vary names Origin whenever the answer could depend on it, and only then', async (t) => {
  const ask = await startHost(t, { cors: { origins: [APP], paths: [{ path: '/hello', origins: '*' }] } });
  for (const headers of [[], ['Origin: https://evil.test'], ['Origin: http://api.example'], ['Origin: null'], [FROM]])
    for (const line of ['GET /nope', 'GET /api/books', 'OPTIONS /admin', 'POST /admin'])
      match((await ask(line, headers)).all('vary').join(), /\bOrigin\b/, `${line} ${headers.join()}`);
  for (const headers of [[], [FROM], ['Origin: null']]) {
    const heard = await ask('GET /hello', headers);
    equal(heard.header('access-control-allow-origin'), '*');
    equal(heard.header('vary'), undefined);
  }
});

test('its own pages, and paths without a rule, get nothing', async (t) => {
  const ask = await startHost(t, { cors: { paths: [{ path: '/api', origins: ['http://api.example', APP] }] } });
  const own = await ask('GET /api/books', ['Origin: http://api.example']);
  doesNotMatch(own.text, /access-control/i);
  match(own.all('vary').join(), /\bOrigin\b/);
  const other = await ask('GET /hello', [FROM]);
  doesNotMatch(other.text, /access-control|origin/i);
  const question = await ask('OPTIONS /hello', preflight(APP, 'PUT'));
  equal(question.header('allow'), 'GET, HEAD, OPTIONS');
  doesNotMatch(question.text, /access-control/i);
});

test('a preflight is answered before anything is looked for, and OPTIONS goes on as ever', async (t) => {
  const ask = await startHost(t, {
    cors: { origins: APP, methods: ['GET', 'PUT'], headers: ['Content-Type'], maxAge: 60 },
  });
  for (const path of ['/hello', '/nope', '/', '/api/books/1', '/%FF', '/hello/']) {
    const heard = await ask(`OPTIONS ${path}`, preflight(APP, 'PUT', 'content-type'));
    equal(heard.status, 204, path);
    deepEqual(
      ['origin', 'methods', 'headers'].map((each) => heard.header(`access-control-allow-${each}`)),
      [APP, 'GET, PUT', 'content-type'],
    );
    equal(heard.header('access-control-max-age'), '60');
    equal(heard.header('access-control-expose-headers'), undefined);
    equal(heard.header('allow'), undefined);
  }
  for (const headers of [[], [FROM], ['Access-Control-Request-Method: PUT']]) {
    const heard = await ask('OPTIONS /hello', headers);
    deepEqual([heard.status, heard.header('allow')], [204, 'GET, HEAD, OPTIONS']);
    equal(heard.header('access-control-allow-methods'), undefined);
  }
});

test('what may not be sent is refused by name, and strangers learn nothing', async (t) => {
  const ask = await startHost(t, { cors: { origins: APP, methods: ['GET', 'PUT'], headers: ['X-Known'] } });
  const method = await ask('OPTIONS /hello', preflight(APP, 'LINK'));
  deepEqual([method.status, method.header('allow')], [405, 'GET, PUT']);
  match(method.text, /does not allow the method \\"LINK\\"; allowed methods: GET, PUT/);
  const small = await ask('OPTIONS /hello', preflight(APP, 'put'));
  equal(small.status, 405);
  const header = await ask('OPTIONS /hello', preflight(APP, 'GET', 'x-known, X-Weird'));
  equal(header.status, 400);
  match(header.text, /the header \\"x-weird\\"; allowed headers: x-known/);
  for (const heard of [method, header]) equal(heard.header('access-control-allow-origin'), APP);
  const network = await ask('OPTIONS /hello', [
    ...preflight(APP, 'GET'),
    'Access-Control-Request-Private-Network: true',
  ]);
  equal(network.status, 400);
  const stranger = await ask('OPTIONS /hello', preflight('https://evil.test', 'LINK', 'x-weird'));
  equal(stranger.status, 204);
  doesNotMatch(stranger.text, /access-control/i);
});

test('a private network is opened where it is said', async (t) => {
  const ask = await startHost(t, { cors: { origins: APP, privateNetwork: true } });
  const asked = await ask('OPTIONS /hello', [...preflight(APP, 'GET'), 'Access-Control-Request-Private-Network: true']);
  deepEqual([asked.status, asked.header('access-control-allow-private-network')], [204, 'true']);
  const plain = await ask('OPTIONS /hello', preflight(APP, 'GET'));
  equal(plain.header('access-control-allow-private-network'), undefined);
});

test('any method and any header are answered by their names, which browsers take with credentials, too', async (t) => {
  const ask = await startHost(t, { cors: { origins: APP, methods: '*', headers: '*', credentials: true } });
  const heard = await ask('OPTIONS /hello', preflight(APP, 'LINK', 'X-A,x-b ,, authorization'));
  deepEqual(
    [heard.status, heard.header('access-control-allow-methods'), heard.header('access-control-allow-headers')],
    [204, 'LINK', 'x-a, x-b, authorization'],
  );
  for (const method of ['TRACE', 'connect', 'GET, PUT', 'a b', ''])
    equal((await ask('OPTIONS /hello', preflight(APP, method))).status, 405, method);
});

test('the first path that fits counts, however it is spelled', async (t) => {
  const ask = await startHost(t, {
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
    const heard = await ask(`GET ${path}`, ['Origin: https://evil.test']);
    equal(heard.header('access-control-allow-origin'), undefined, path);
    equal((await ask(`GET ${path}`, [FROM])).header('access-control-allow-credentials'), 'true', path);
  }
  for (const path of ['/administration', '/x/admin', '/Admin', '//admin'])
    deepEqual((await ask(`GET ${path}`, [FROM])).all('access-control-allow-origin'), ['*'], path);
});

test('a handler that passes on the headers of somebody else does not decide', async (t) => {
  const ask = await startHost(t, { cors: { origins: APP } });
  doesNotMatch((await ask('GET /passed', ['Origin: https://evil.test'])).text, /access-control/i);
  doesNotMatch((await ask('GET /passed')).text, /access-control/i);
  const heard = await ask('GET /passed', [FROM]);
  deepEqual(heard.all('access-control-allow-origin'), [APP]);
  deepEqual(heard.all('access-control-allow-credentials'), []);
});
