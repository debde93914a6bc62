import { deepEqual, doesNotMatch, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, on, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { MemoryProfileStorage } from 'oriel/profiler';
import { feature } from '../../src/features/security-headers/feature.ts';
import { preflight, startHost } from '../cors/cors-host.ts';

// hardening-as-plugin.test.ts runs the same tests with the feature as a plugin instead of a row of the feature table.
const IS_PLUGIN = process.env['ORIEL_TEST_AS_PLUGIN'] === '1';

function withPlugin(config: HostConfig): HostConfig {
  return IS_PLUGIN ? { ...config, plugins: [feature] } : config;
}

function define(config: HostConfig): ReturnType<typeof defineHost> {
  return defineHost(withPlugin(config));
}

const NEVER = [
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

/** What reached a handler, by method. */
function tellingRoutes(): NonNullable<HostConfig['routes']> {
  return [
    route('thing', '/thing', { handle: ({ request }) => request.method }),
    route('only', 'DELETE /only', { handle: ({ request }) => `gone by ${request.method}` }),
    route('sent', 'PUT /sent', { handle: async ({ request }) => `${request.method} ${await request.text()}` }),
  ];
}

test('a method in a header is nothing unless configured', async (t) => {
  const ask = await startHost(t, withPlugin({ routes: tellingRoutes() }));
  const header = 'X-HTTP-Method-Override: DELETE';
  match((await ask('POST /thing', [header])).text, /POST$/);
  equal((await ask('POST /only', [header])).status, 405);
});

test('a POST stands for PUT, PATCH and DELETE, everywhere', async (t) => {
  const guarded: string[] = [];
  const guard = on('kernel.request', 200, 'guard', ({ context }) => void guarded.push(context.method));
  const ask = await startHost(t, withPlugin({ routes: tellingRoutes(), methodOverride: true, listeners: [guard] }));
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    match((await ask('POST /thing', [`X-HTTP-Method-Override: ${method}`])).text, new RegExp(`${method}$`));
  deepEqual(guarded, ['PUT', 'PATCH', 'DELETE']);
  match((await ask('POST /only', ['X-HTTP-Method-Override: DELETE'])).text, /gone by DELETE$/);
  const sent = await ask('POST /sent', ['X-HTTP-Method-Override: PUT', 'Content-Length: 4'], 'body');
  match(sent.text, /PUT body$/);
});

test('never for anything else, nor from anything else', async (t) => {
  const ask = await startHost(t, withPlugin({ routes: tellingRoutes(), methodOverride: true }));
  for (const method of NEVER.filter((each) => each !== 'POST')) {
    const heard = await ask('POST /thing', [`X-HTTP-Method-Override: ${method}`]);
    equal(heard.status, 400, method);
  }
  const twice = await ask('POST /thing', ['X-HTTP-Method-Override: PUT', 'X-HTTP-Method-Override: DELETE']);
  equal(twice.status, 400);
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const heard = await ask(`${method} /thing`, ['X-HTTP-Method-Override: DELETE']);
    match(heard.text, new RegExp(`${method}$`));
  }
  equal((await ask('GET /only', ['X-HTTP-Method-Override: DELETE'])).status, 405);
  const form = await ask(
    'POST /thing?_method=DELETE',
    ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 14'],
    '_method=DELETE',
  );
  match(form.text, /POST$/);
  const preflighted = await ask('OPTIONS /thing', [
    'X-HTTP-Method-Override: DELETE',
    ...preflight('https://a.test', 'POST'),
  ]);
  equal(preflighted.status, 200);
});

test('a header of one’s own, and what it must not be', async (t) => {
  const ask = await startHost(t, withPlugin({ routes: tellingRoutes(), methodOverride: { header: 'X-Verb' } }));
  match((await ask('POST /thing', ['X-Verb: PUT'])).text, /PUT$/);
  match((await ask('POST /thing', ['X-HTTP-Method-Override: PUT'])).text, /POST$/);
  const wrong: HostConfig[] = [
    { methodOverride: { header: 'Content-Type' } },
    { methodOverride: { header: '' } },
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
  for (const config of wrong) throws(() => define(config), /methodOverride|cors/, JSON.stringify(config));
  define({ methodOverride: true, cors: { origins: 'https://a.test' } });
  define({ methodOverride: true, cors: { origins: 'https://a.test', headers: '*' } });
});

test('search engines are told what is configured, on errors too, and a handler goes before', async (t) => {
  const ask = await startHost(t, withPlugin({ robots: [{ path: '/admin', tag: 'noindex, nofollow' }] }));
  for (const path of ['/admin', '/admin/x', '/%61dmin', '/admin/x/nope/%FF'])
    equal((await ask(`GET ${path}`)).header('x-robots-tag'), 'noindex, nofollow', path);
  for (const path of ['/hello', '/administration', '/nope'])
    equal((await ask(`GET ${path}`)).header('x-robots-tag'), undefined, path);
  const everything = await startHost(t, withPlugin({ robots: 'noindex', limits: { url: 100 } }));
  for (const [path, status] of [
    ['/hello', 200],
    ['/nope', 404],
    ['/broken', 500],
    [`/${'a'.repeat(200)}`, 414],
  ] as const) {
    const heard = await everything(`GET ${path}`);
    deepEqual([heard.status, heard.header('x-robots-tag')], [status, 'noindex']);
  }
});

test('development tells search engines to leave everything alone, production nothing', async (t) => {
  const host = define({ routes: tellingRoutes(), log: false, profiler: { storage: new MemoryProfileStorage() } });
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

test('browsers are told what not to do, once, and handlers go before', async (t) => {
  const page = route('page', 'GET /page', {
    handle: () => new Response('<p>', { headers: { 'Content-Type': 'text/html', 'Referrer-Policy': 'origin' } }),
  });
  const plain = await startHost(t, withPlugin({}));
  // Media types are never guessed; everything else is opt-in.
  const { text } = await plain('GET /hello');
  match(text, /X-Content-Type-Options: nosniff/);
  doesNotMatch(text, /resource-policy|frame/i);
  const ask = await startHost(t, withPlugin({ routes: [page], securityHeaders: { hsts: { maxAge: 31_536_000 } } }));
  const shown = await ask('GET /page');
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
    names.map((name) => shown.all(name).join()),
    ['nosniff', 'same-origin', "frame-ancestors 'none'", 'DENY', 'origin', 'same-origin', ''],
  );
  for (const path of ['/api/books', '/api/books/1', '/nope', '/api/books/1?x=1']) {
    const heard = await ask(`GET ${path}`);
    deepEqual(
      [heard.all('x-content-type-options'), heard.all('cross-origin-resource-policy')],
      [['nosniff'], ['same-origin']],
      path,
    );
    equal(heard.header('referrer-policy'), undefined, path);
  }
  const host = define({
    routes: [page],
    securityHeaders: { hsts: { maxAge: 63_072_000, subdomains: true, preload: true }, frames: false },
  });
  const secure = await host.fetch(new Request('https://localhost/page'));
  equal(secure.headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains; preload');
  equal(secure.headers.get('content-security-policy'), null);
  equal((await host.fetch(new Request('http://localhost/page'))).headers.get('strict-transport-security'), null);
});

test('settings that would say nothing, or too much, refuse to start', () => {
  const wrong: [unknown, RegExp][] = [
    [{ robots: 'noidex' }, /'noindex'/],
    [{ robots: 'noindex\r\nX-Evil: 1' }, /'noindex'/],
    [{ robots: [{ path: 'drafts', tag: 'noindex' }] }, /everything below/],
    [{ robots: true }, /robots: 'noindex'/],
    [{ securityHeaders: 'strict' }, /securityHeaders: true/],
    [{ securityHeaders: { frame: "'none'" } }, /"frames"/],
    [{ securityHeaders: { frames: "'none'; script-src *" } }, /origins/],
    [{ securityHeaders: { referrer: 'never' } }, /no-referrer/],
    [{ securityHeaders: { resources: 'all' } }, /same-origin/],
    [{ securityHeaders: { hsts: 31_536_000 } }, /in seconds/],
    [{ securityHeaders: { hsts: { maxAge: 60, preload: true, subdomains: true } } }, /31_536_000/],
  ];
  for (const [config, fix] of wrong) throws(() => define(config as HostConfig), fix, JSON.stringify(config));
});
