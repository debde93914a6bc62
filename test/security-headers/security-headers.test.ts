import { deepEqual, doesNotMatch, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, on, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { feature } from '../../packages/host/src/features/security-headers/feature.ts';
import { preflight, startHost } from '../cors/cors-host.ts';

// security-headers-as-plugin.test.ts runs the same tests with the feature as a plugin.
const IS_PLUGIN = process.env['ORIEL_TEST_AS_PLUGIN'] === '1';

function withPlugin(config: HostConfig): HostConfig {
  return IS_PLUGIN ? { ...config, plugins: [feature] } : config;
}

function define(config: HostConfig): ReturnType<typeof defineHost> {
  return defineHost(withPlugin(config));
}

const INVALID_METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'POST',
  'LINK',
  'delete',
  'DELETE, PUT',
  'DELETE x',
  '',
  '*',
];

/** Routes that respond with the method that their handler received. */
function methodRoutes(): NonNullable<HostConfig['routes']> {
  return [
    route('thing', '/thing', { handle: ({ request }) => request.method }),
    route('only', 'DELETE /only', { handle: ({ request }) => `gone by ${request.method}` }),
    route('sent', 'PUT /sent', { handle: async ({ request }) => `${request.method} ${await request.text()}` }),
  ];
}

test('a method in a header is ignored unless methodOverride is configured', async (t) => {
  const send = await startHost(t, withPlugin({ routes: methodRoutes() }));
  const header = 'X-HTTP-Method-Override: DELETE';
  match((await send('POST /thing', [header])).text, /POST$/);
  equal((await send('POST /only', [header])).status, 405);
});

test('methodOverride changes a POST request to PUT, PATCH or DELETE before all listeners', async (t) => {
  const methods: string[] = [];
  const guard = on('kernel.request', 200, 'guard', ({ context }) => void methods.push(context.method));
  const send = await startHost(t, withPlugin({ routes: methodRoutes(), methodOverride: true, listeners: [guard] }));
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    match((await send('POST /thing', [`X-HTTP-Method-Override: ${method}`])).text, new RegExp(`${method}$`));
  deepEqual(methods, ['PUT', 'PATCH', 'DELETE']);
  match((await send('POST /only', ['X-HTTP-Method-Override: DELETE'])).text, /gone by DELETE$/);
  const sent = await send('POST /sent', ['X-HTTP-Method-Override: PUT', 'Content-Length: 4'], 'body');
  match(sent.text, /PUT body$/);
});

test('methodOverride rejects other methods, and ignores other request methods and form fields', async (t) => {
  const send = await startHost(t, withPlugin({ routes: methodRoutes(), methodOverride: true }));
  for (const method of INVALID_METHODS.filter((each) => each !== 'POST')) {
    const response = await send('POST /thing', [`X-HTTP-Method-Override: ${method}`]);
    equal(response.status, 400, method);
  }
  const twice = await send('POST /thing', ['X-HTTP-Method-Override: PUT', 'X-HTTP-Method-Override: DELETE']);
  equal(twice.status, 400);
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const response = await send(`${method} /thing`, ['X-HTTP-Method-Override: DELETE']);
    match(response.text, new RegExp(`${method}$`));
  }
  equal((await send('GET /only', ['X-HTTP-Method-Override: DELETE'])).status, 405);
  const form = await send(
    'POST /thing?_method=DELETE',
    ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 14'],
    '_method=DELETE',
  );
  match(form.text, /POST$/);
  const preflighted = await send('OPTIONS /thing', [
    'X-HTTP-Method-Override: DELETE',
    ...preflight('https://a.test', 'POST'),
  ]);
  equal(preflighted.status, 200);
});

test('methodOverride rejects invalid values and combinations', () => {
  const invalid: HostConfig[] = [
    { methodOverride: 'yes' as never },
    { methodOverride: { field: '_method' } as never },
    { methodOverride: true, cors: { origins: 'https://a.test', headers: '*', methods: ['GET', 'POST'] } },
    {
      methodOverride: true,
      cors: { origins: 'https://a.test', headers: ['x-http-method-override'], methods: ['POST'] },
    },
    {
      methodOverride: true,
      cors: { origins: 'https://a.test', paths: [{ path: '/a', headers: '*', methods: ['POST', 'PUT'] }] },
    },
  ];
  for (const config of invalid) throws(() => define(config), /methodOverride|cors/, JSON.stringify(config));
  define({ methodOverride: true, cors: { origins: 'https://a.test' } });
  define({ methodOverride: true, cors: { origins: 'https://a.test', headers: '*' } });
});

test('robots sets X-Robots-Tag on all responses, also on errors, unless the handler did', async (t) => {
  const send = await startHost(t, withPlugin({ robots: [{ path: '/admin', tag: 'noindex, nofollow' }] }));
  for (const path of ['/admin', '/admin/x', '/%61dmin', '/admin/x/nope/%FF'])
    equal((await send(`GET ${path}`)).header('x-robots-tag'), 'noindex, nofollow', path);
  for (const path of ['/hello', '/administration', '/nope'])
    equal((await send(`GET ${path}`)).header('x-robots-tag'), undefined, path);
  const sendToAll = await startHost(t, withPlugin({ robots: 'noindex', limits: { url: 100 } }));
  for (const [path, status] of [
    ['/hello', 200],
    ['/nope', 404],
    ['/broken', 500],
    [`/${'a'.repeat(200)}`, 414],
  ] as const) {
    const response = await sendToAll(`GET ${path}`);
    deepEqual([response.status, response.header('x-robots-tag')], [status, 'noindex']);
  }
});

test('all responses have X-Robots-Tag: noindex in development, and none in production', async (t) => {
  const host = define({ routes: methodRoutes(), log: false, profiler: { storage: new MemoryProfileStorage() } });
  t.after(() => host.close());
  for (const [mode, tag] of [
    ['development', 'noindex'],
    ['production', undefined],
  ] as const) {
    const listening = await host.listen({ host: '127.0.0.1', port: 0, mode });
    for (const path of ['thing', 'nope', '_profiler/', '_profiler/nope'])
      equal(
        (await fetch(new URL(path, listening.url))).headers.get('x-robots-tag') ?? undefined,
        tag,
        `${mode} ${path}`,
      );
    await listening.close();
  }
});

test('securityHeaders sets each header once, unless the handler did', async (t) => {
  const page = route('page', 'GET /page', {
    handle: () => new Response('<p>', { headers: { 'Content-Type': 'text/html', 'Referrer-Policy': 'origin' } }),
  });
  const sendPlain = await startHost(t, withPlugin({}));
  // X-Content-Type-Options is always sent. All other headers are opt-in.
  const { text } = await sendPlain('GET /hello');
  match(text, /X-Content-Type-Options: nosniff/);
  doesNotMatch(text, /resource-policy|frame/i);
  const send = await startHost(t, withPlugin({ routes: [page], securityHeaders: { hsts: { maxAge: '365 d' } } }));
  const pageResponse = await send('GET /page');
  const names = [
    'x-content-type-options',
    'cross-origin-resource-policy',
    'content-security-policy',
    'x-frame-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'strict-transport-security',
  ];
  deepEqual(
    names.map((name) => pageResponse.all(name).join()),
    ['nosniff', 'same-origin', "frame-ancestors 'none'", 'DENY', 'origin', 'same-origin', ''],
  );
  for (const path of ['/api/books', '/api/books/1', '/nope', '/api/books/1?x=1']) {
    const response = await send(`GET ${path}`);
    deepEqual(
      [response.all('x-content-type-options'), response.all('cross-origin-resource-policy')],
      [['nosniff'], ['same-origin']],
      path,
    );
    equal(response.header('referrer-policy'), undefined, path);
  }
  const host = define({
    routes: [page],
    securityHeaders: { hsts: { maxAge: 63_072_000_000, subdomains: true, preload: true }, frames: false },
  });
  const secure = await host.fetch(new Request('https://localhost/page'));
  equal(secure.headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains; preload');
  equal(secure.headers.get('content-security-policy'), null);
  equal((await host.fetch(new Request('http://localhost/page'))).headers.get('strict-transport-security'), null);
});

test('invalid values of robots and securityHeaders are configuration errors', () => {
  const invalid: [unknown, RegExp][] = [
    [{ robots: 'noidex' }, /'noindex'/],
    [{ robots: 'noindex\r\nX-Evil: 1' }, /'noindex'/],
    [{ robots: [{ path: 'drafts', tag: 'noindex' }] }, /everything below/],
    [{ robots: true }, /robots: 'noindex'/],
    [{ securityHeaders: 'strict' }, /securityHeaders: true/],
    [{ securityHeaders: { frame: "'none'" } }, /"frames"/],
    [{ securityHeaders: { frames: "'none'; script-src *" } }, /origins/],
    [{ securityHeaders: { referrer: 'never' } }, /no-referrer/],
    [{ securityHeaders: { resources: 'all' } }, /same-origin/],
    [{ securityHeaders: { hsts: 31_536_000 } }, /hsts: \{ maxAge: '365 d' \}/],
    [{ securityHeaders: { hsts: {} } }, /whole seconds/],
    [{ securityHeaders: { hsts: { maxAge: '1 d', subDomains: true } } }, /"subdomains"/],
    [{ securityHeaders: { hsts: { maxAge: 63_072_001 } } }, /whole seconds, in milliseconds or with a unit/],
    [{ securityHeaders: { hsts: { maxAge: '1 min', preload: true, subdomains: true } } }, /365 d/],
  ];
  for (const [config, fix] of invalid) throws(() => define(config as HostConfig), fix, JSON.stringify(config));
});
