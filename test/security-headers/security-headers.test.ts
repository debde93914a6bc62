import { deepEqual, doesNotMatch, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { feature } from '../../packages/host/src/features/security-headers/feature.ts';
import { startHost } from '../cors/cors-host.ts';

// security-headers-as-plugin.test.ts runs the same tests with the feature as a plugin.
const IS_PLUGIN = process.env['ORIEL_TEST_AS_PLUGIN'] === '1';

function withPlugin(config: HostConfig): HostConfig {
  return IS_PLUGIN ? { ...config, plugins: [feature] } : config;
}

function define(config: HostConfig): ReturnType<typeof defineHost> {
  return defineHost(withPlugin(config));
}

/** Routes that respond with the method that their handler received. */
function methodRoutes(): NonNullable<HostConfig['routes']> {
  return [
    route('thing', '/thing', { handle: ({ request }) => request.method }),
    route('only', 'DELETE /only', { handle: ({ request }) => `gone by ${request.method}` }),
    route('sent', 'PUT /sent', { handle: async ({ request }) => `${request.method} ${await request.text()}` }),
  ];
}

test('a method in a header is ignored', async (t) => {
  const send = await startHost(t, withPlugin({ routes: methodRoutes() }));
  const header = 'X-HTTP-Method-Override: DELETE';
  match((await send('POST /thing', [header])).text, /POST$/);
  equal((await send('POST /only', [header])).status, 405);
});

test('robots sets X-Robots-Tag on all responses, also on errors, unless the handler did', async (t) => {
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
    [{ robots: [{ path: '/drafts', tag: 'noindex' }] }, /robots: 'noindex'/],
    [{ robots: true }, /robots: 'noindex'/],
    [{ securityHeaders: 'strict' }, /securityHeaders: true/],
    [{ securityHeaders: { frame: "'none'" } }, /"frames"/],
    [{ securityHeaders: { frames: "'none'; script-src *" } }, /origins/],
    [{ securityHeaders: { resources: 'all' } }, /same-origin/],
    [{ securityHeaders: { hsts: 31_536_000 } }, /hsts: \{ maxAge: '365 d' \}/],
    [{ securityHeaders: { hsts: {} } }, /whole seconds/],
    [{ securityHeaders: { hsts: { maxAge: '1 d', subDomains: true } } }, /"subdomains"/],
    [{ securityHeaders: { hsts: { maxAge: 63_072_001 } } }, /whole seconds, in milliseconds or with a unit/],
    [{ securityHeaders: { hsts: { maxAge: '1 min', preload: true, subdomains: true } } }, /365 d/],
  ];
  for (const [config, fix] of invalid) throws(() => define(config as HostConfig), fix, JSON.stringify(config));
});
