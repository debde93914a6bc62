import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { preflight, startHost } from './cors-host.ts';

const APP = 'https://app.example.com';
const RULES = [APP, 'https://*.example.org', /^https:\/\/pr-\d+\.example\.net$/i, 'http://localhost:*'];

/** Origins that look like one of those admitted. */
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

test('no origin that only looks like an admitted one gets in, and none is written back', async (t) => {
  const ask = await startHost(t, { cors: { origins: RULES, credentials: true } });
  const admitted = [
    APP,
    'https://a.b.example.org',
    'https://pr-12.example.net',
    'http://localhost:5173',
    'http://localhost',
  ];
  for (const origin of admitted)
    equal((await ask('GET /hello', [`Origin: ${origin}`])).header('access-control-allow-origin'), origin);
  for (const origin of FORGED) {
    for (const [line, headers] of [
      ['GET /hello', [`Origin: ${Buffer.from(origin).toString('latin1')}`]],
      ['OPTIONS /hello', preflight(Buffer.from(origin).toString('latin1'), 'PUT')],
    ] as const) {
      const { status, text } = await ask(line, headers);
      ok(status === 200 || status === 204, `${line} ${origin.slice(0, 80)}: ${status}`);
      doesNotMatch(text, /access-control/i, origin.slice(0, 80));
    }
  }
});

test('two Origin headers are no origin, in whatever order', async (t) => {
  const ask = await startHost(t, { cors: { origins: RULES, credentials: true } });
  for (const pair of [
    [APP, 'https://evil.test'],
    ['https://evil.test', APP],
    [APP, APP],
    [APP, ''],
  ]) {
    const { text } = await ask(
      'GET /hello',
      pair.map((each) => `Origin: ${each}`),
    );
    doesNotMatch(text, /access-control/i, pair.join(' '));
  }
});

test('line breaks end in a refusal, and write no header', async (t) => {
  const ask = await startHost(t, { cors: { origins: RULES, methods: '*', headers: '*' } });
  for (const evil of [
    `${APP}\rX-Evil: 1`,
    `${APP}\nX-Evil: 1`,
    `${APP}\0`,
    `${APP}\r\n X-Evil: 1`,
    `${APP}\u000bX-Evil: 1`,
  ]) {
    for (const headers of [[`Origin: ${evil}`], preflight(APP, evil), preflight(APP, 'GET', `x-a, ${evil}`)]) {
      const heard = await ask('OPTIONS /hello', headers);
      equal(heard.header('x-evil'), undefined);
      ok(heard.status === 400 || heard.status === 405 || !heard.text.includes('Evil'), JSON.stringify(heard.text));
    }
  }
});

test('what is asked about is written back only when it is a word', async (t) => {
  const ask = await startHost(t, { cors: { origins: APP, methods: '*', headers: '*' } });
  for (const names of ['x a', 'x-a;q=1', '"x"', '<script>', 'x-é', 'x(y)', 'x-a, b c']) {
    const heard = await ask('OPTIONS /hello', preflight(APP, 'GET', names));
    equal(heard.status, 400, names);
    equal(heard.header('access-control-allow-headers'), undefined, names);
    match(heard.text, /is not a valid header name/);
  }
  const many = Array.from({ length: 2_000 }, (_, index) => `x-${index}`).join(',');
  const began = performance.now();
  const heard = await ask('OPTIONS /hello', preflight(APP, 'GET', many.slice(0, 12_000)));
  equal(heard.status, 204);
  ok(performance.now() - began < 4_000);
});

test('null is admitted by name only: not by everybody’s patterns, not by functions', async (t) => {
  const asked: string[] = [];
  const ask = await startHost(t, {
    cors: {
      origins: (origin) => asked.push(origin) > 0,
      paths: [{ path: '/hello', origins: ['null'] }],
    },
  });
  equal((await ask('GET /admin', ['Origin: null'])).header('access-control-allow-origin'), undefined);
  equal((await ask('GET /hello', ['Origin: null'])).header('access-control-allow-origin'), 'null');
  deepEqual(asked, []);
});

test('a function is asked about origins alone, once for each request, and only true counts', async (t) => {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    'https://one.test': true,
    'https://two.test': 'yes',
    'https://three.test': 1,
  };
  const ask = await startHost(t, {
    cors: {
      origins: async (origin, { headers }) => (
        asked.push(`${origin} ${headers.get('x-a') ?? ''}`),
        answers[origin] as boolean
      ),
    },
  });
  for (const origin of [...Object.keys(answers), 'https://evil.test/', 'null', 'https://a.test, https://b.test'])
    equal(
      (await ask('GET /hello', [`Origin: ${origin}`, 'X-A: a'])).header('access-control-allow-origin'),
      origin === 'https://one.test' ? origin : undefined,
    );
  const question = await ask('OPTIONS /hello', preflight('https://one.test', 'PUT'));
  equal(question.header('access-control-allow-origin'), 'https://one.test');
  deepEqual(asked, ['https://one.test a', 'https://two.test a', 'https://three.test a', 'https://one.test ']);
});

test('a function that fails admits nobody, and says nothing of why', async (t) => {
  const ask = await startHost(t, {
    cors: {
      origins: () => {
        throw new Error('the table of origins is gone');
      },
    },
  });
  for (const line of ['GET /hello', 'OPTIONS /hello']) {
    const heard = await ask(line, preflight(APP, 'GET'));
    equal(heard.status, 500, line);
    doesNotMatch(heard.text, /access-control|table of origins/i);
  }
  equal((await ask('GET /hello')).status, 200);
});

test('a promise that says yes to everybody is found out before its first yes with credentials', async (t) => {
  const ask = await startHost(t, { cors: { origins: async () => true, credentials: true } });
  for (let round = 0; round < 2; round++) {
    const heard = await ask('GET /hello', ['Origin: https://evil.test']);
    equal(heard.status, 500);
    doesNotMatch(heard.text, /access-control/i);
  }
  const honest = await startHost(t, { cors: { origins: async (origin) => origin === APP, credentials: true } });
  equal((await honest('GET /hello', [`Origin: ${APP}`])).header('access-control-allow-credentials'), 'true');
  match((await honest('GET /hello', ['Origin: https://evil.test'])).text, /^HTTP\/1\.1 200 /);
});

test('an attribute of the application decides nothing', async (t) => {
  const { on } = await import('oriel');
  const ask = await startHost(t, {
    cors: { origins: APP },
    listeners: [
      on('kernel.request', 300, 'attributes', ({ context }) => void context.attributes.set('oriel.cors', 'yes')),
    ],
  });
  doesNotMatch((await ask('GET /hello', ['Origin: https://evil.test'])).text, /access-control/i);
  doesNotMatch((await ask('OPTIONS /hello', preflight('https://evil.test', 'GET'))).text, /access-control/i);
});

test('no rule applies to the profiler, in any spelling of its path, whether or not there is one', async (t) => {
  const from = `Origin: ${APP}`;
  const key = 'a-key-of-the-profiler-with-32-bytes';
  const cors = { origins: '*' };
  for (const config of [{ cors }, { cors, profiler: { key } }]) {
    const ask = await startHost(t, config);
    equal((await ask('GET /hello', [from])).header('access-control-allow-origin'), '*');
    const paths = [
      '/_profiler',
      '/_profiler/',
      '/_profiler/latest.json',
      '/%5Fprofiler/latest.json',
      '/_%70rofiler/open',
    ];
    for (const path of paths) {
      const headers = [from, `Authorization: Bearer ${key}`];
      doesNotMatch(headOf(await ask(`GET ${path}`, headers)), /access-control/i, path);
      doesNotMatch(headOf(await ask(`OPTIONS ${path}`, preflight(APP, 'GET'))), /access-control/i, path);
    }
    equal((await ask('GET /_profilers', [from])).header('access-control-allow-origin'), '*');
  }
});

// The body of a profile may name headers of other responses.
function headOf({ text }: { readonly text: string }): string {
  return text.slice(0, text.indexOf('\r\n\r\n'));
}
