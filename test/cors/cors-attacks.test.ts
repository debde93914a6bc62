import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { preflight, startHost } from './cors-host.ts';

const APP = 'https://app.example.com';
const RULES = [APP, 'https://*.example.org', /^https:\/\/pr-\d+\.example\.net$/i, 'http://localhost:*'];

/** Origins that are similar to allowed ones. */
const FORGED = [
  'https://app.example.com.evil.test',
  'https://evilapp.example.com',
  'https://app.example.com@evil.test',
  'https://evil.test/app.example.com',
  'https://app.example.com/',
  'https://app.example.com:443',
  'https://app.example.com.',
  'https://APP.example.com',
  'HTTPS://app.example.com',
  'http://app.example.com',
  'wss://app.example.com',
  'https://аpp.example.com',
  'https://xn--pp-7kc.example.com',
  'https://app.example.com https://evil.test',
  'https://evil.test, https://app.example.com',
  'https://app.example.com,https://evil.test',
  'https://example.org',
  'https://evilexample.org',
  'https://a.example.org.evil.test',
  'https://a.example.org:8443',
  'https://A.example.org',
  'https://a.example.orgx',
  'https://a_.example.org.',
  'https://évil.example.org',
  'https://evil.test#.example.org',
  'https://evil.test?.example.org',
  'https://evil.test\\.example.org',
  'https://evil.test/.example.org',
  'https://evil.test%00.example.org',
  'https://evil.test%2f.example.org',
  'https://pr-x.example.net',
  'https://pr-1.example.net.evil.test',
  'https://pr-1xexample.net',
  'https://x/https://pr-1.example.net',
  'http://localhost.evil.test:80',
  'http://localhost:80@evil.test',
  'http://localhost:80.evil.test',
  'null',
  'NULL',
  '*',
  'undefined',
  '[object Object]',
  'file://',
  'data:text/html,x',
  'javascript:alert(1)',
  'chrome-extension://abcdef',
  '/',
  '//app.example.com',
  'app.example.com',
  '__proto__',
  'constructor',
  `https://${'a'.repeat(8_000)}.example.org`,
  `https://${'a.'.repeat(4_000)}example.org`,
  `https://pr-${'1'.repeat(8_000)}.example.net`,
  `https://${'*.'.repeat(50)}example.org`,
];

test('origins that only look like an allowed one are refused, and not returned in a header', async (t) => {
  const send = await startHost(t, { cors: { origins: RULES, credentials: true } });
  const allowed = [
    APP,
    'https://a.b.example.org',
    'https://pr-12.example.net',
    'http://localhost:5173',
    'http://localhost',
  ];
  for (const origin of allowed)
    equal((await send('GET /hello', [`Origin: ${origin}`])).header('access-control-allow-origin'), origin);
  for (const origin of FORGED) {
    for (const [line, headers] of [
      ['GET /hello', [`Origin: ${Buffer.from(origin).toString('latin1')}`]],
      ['OPTIONS /hello', preflight(Buffer.from(origin).toString('latin1'), 'PUT')],
    ] as const) {
      const { status, text } = await send(line, headers);
      ok(status === 200 || status === 204, `${line} ${origin.slice(0, 80)}: ${status}`);
      doesNotMatch(text, /access-control/i, origin.slice(0, 80));
    }
  }
});

test('a request with two Origin headers is treated as one without an origin', async (t) => {
  const send = await startHost(t, { cors: { origins: RULES, credentials: true } });
  for (const pair of [
    [APP, 'https://evil.test'],
    ['https://evil.test', APP],
    [APP, APP],
    [APP, ''],
  ]) {
    const { text } = await send(
      'GET /hello',
      pair.map((element) => `Origin: ${element}`),
    );
    doesNotMatch(text, /access-control/i, pair.join(' '));
  }
});

test('a header value with a line break is rejected, and adds no header', async (t) => {
  const send = await startHost(t, { cors: { origins: RULES, methods: '*', headers: '*' } });
  for (const evil of [
    `${APP}\rX-Evil: 1`,
    `${APP}\nX-Evil: 1`,
    `${APP}\0`,
    `${APP}\r\n X-Evil: 1`,
    `${APP}\u000bX-Evil: 1`,
  ]) {
    for (const headers of [[`Origin: ${evil}`], preflight(APP, evil), preflight(APP, 'GET', `x-a, ${evil}`)]) {
      const response = await send('OPTIONS /hello', headers);
      equal(response.header('x-evil'), undefined);
      ok(
        response.status === 400 || response.status === 405 || !response.text.includes('Evil'),
        JSON.stringify(response.text),
      );
    }
  }
});

test('a preflight response repeats a requested header only if its name is valid', async (t) => {
  const send = await startHost(t, { cors: { origins: APP, methods: '*', headers: '*' } });
  for (const names of ['x a', 'x-a;q=1', '"x"', '<script>', 'x-é', 'x(y)', 'x-a, b c']) {
    const response = await send('OPTIONS /hello', preflight(APP, 'GET', names));
    equal(response.status, 400, names);
    equal(response.header('access-control-allow-headers'), undefined, names);
    match(response.text, /is not a valid header name/);
  }
  const many = Array.from({ length: 2_000 }, (_, index) => `x-${index}`).join(',');
  const response = await send('OPTIONS /hello', preflight(APP, 'GET', many.slice(0, 12_000)));
  equal(response.status, 204);
});

test('the origin null is allowed by name only, not by patterns or functions', async (t) => {
  const origins: string[] = [];
  const send = await startHost(t, {
    cors: {
      origins: (origin) => origins.push(origin) > 0,
      paths: [{ path: '/hello', origins: ['null'] }],
    },
  });
  equal((await send('GET /admin', ['Origin: null'])).header('access-control-allow-origin'), undefined);
  equal((await send('GET /hello', ['Origin: null'])).header('access-control-allow-origin'), 'null');
  deepEqual(origins, []);
});

test('a function receives only valid origins, once per request, and only true allows them', async (t) => {
  const calls: string[] = [];
  const results: Record<string, unknown> = {
    'https://one.test': true,
    'https://two.test': 'yes',
    'https://three.test': 1,
  };
  const send = await startHost(t, {
    cors: {
      origins: async (origin, { headers }) => (
        calls.push(`${origin} ${headers.get('x-a') ?? ''}`),
        results[origin] as boolean
      ),
    },
  });
  for (const origin of [...Object.keys(results), 'https://evil.test/', 'null', 'https://a.test, https://b.test'])
    equal(
      (await send('GET /hello', [`Origin: ${origin}`, 'X-A: a'])).header('access-control-allow-origin'),
      origin === 'https://one.test' ? origin : undefined,
    );
  const preflighted = await send('OPTIONS /hello', preflight('https://one.test', 'PUT'));
  equal(preflighted.header('access-control-allow-origin'), 'https://one.test');
  deepEqual(calls, ['https://one.test a', 'https://two.test a', 'https://three.test a', 'https://one.test ']);
});

test('an error of a function allows no origin, and is not part of the response', async (t) => {
  const send = await startHost(t, {
    cors: {
      origins: () => {
        throw new Error('cannot read the table of origins');
      },
    },
  });
  for (const line of ['GET /hello', 'OPTIONS /hello']) {
    const response = await send(line, preflight(APP, 'GET'));
    equal(response.status, 500, line);
    doesNotMatch(response.text, /access-control|table of origins/i);
  }
  equal((await send('GET /hello')).status, 200);
});

test('an asynchronous function that allows every origin with credentials causes a 500 on the first request', async (t) => {
  const send = await startHost(t, { cors: { origins: async () => true, credentials: true } });
  for (let round = 0; round < 2; round++) {
    const response = await send('GET /hello', ['Origin: https://evil.test']);
    equal(response.status, 500);
    doesNotMatch(response.text, /access-control/i);
  }
  const correct = await startHost(t, { cors: { origins: async (origin) => origin === APP, credentials: true } });
  equal((await correct('GET /hello', [`Origin: ${APP}`])).header('access-control-allow-credentials'), 'true');
  match((await correct('GET /hello', ['Origin: https://evil.test'])).text, /^HTTP\/1\.1 200 /);
});

test('an attribute that the application sets does not allow an origin', async (t) => {
  const { on } = await import('oriel-host');
  const send = await startHost(t, {
    cors: { origins: APP },
    listeners: [
      on('kernel.request', 300, 'attributes', ({ context }) => void context.attributes.set('oriel.cors', 'yes')),
    ],
  });
  doesNotMatch((await send('GET /hello', ['Origin: https://evil.test'])).text, /access-control/i);
  doesNotMatch((await send('OPTIONS /hello', preflight('https://evil.test', 'GET'))).text, /access-control/i);
});

test('CORS rules do not apply to the profiler, whatever the spelling of its path, and whether it is enabled or not', async (t) => {
  const from = `Origin: ${APP}`;
  const key = 'a-key-of-the-profiler-with-32-bytes';
  const cors = { origins: '*' };
  for (const config of [{ cors }, { cors, profiler: { key } }]) {
    const send = await startHost(t, config);
    equal((await send('GET /hello', [from])).header('access-control-allow-origin'), '*');
    const paths = [
      '/_profiler',
      '/_profiler/',
      '/_profiler/latest.json',
      '/%5Fprofiler/latest.json',
      '/_%70rofiler/open',
    ];
    for (const path of paths) {
      const headers = [from, `Authorization: Bearer ${key}`];
      doesNotMatch(getHead(await send(`GET ${path}`, headers)), /access-control/i, path);
      doesNotMatch(getHead(await send(`OPTIONS ${path}`, preflight(APP, 'GET'))), /access-control/i, path);
    }
    equal((await send('GET /_profilers', [from])).header('access-control-allow-origin'), '*');
  }
});

// The body of a profile can contain the header names of other responses.
function getHead({ text }: { readonly text: string }): string {
  return text.slice(0, text.indexOf('\r\n\r\n'));
}
