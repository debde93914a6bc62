import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { CorsConfig } from './cors-config.ts';
import { HostConfigError } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import { defineHost } from '../../host/define-host.ts';

const APP = 'https://app.example.com';

/** Rules that refuse to start: what they say, the code of the issue, its place, and words of the fix. */
const REFUSED: [what: string, cors: unknown, code: string, place: string, fix: RegExp][] = [
  ['no rule at all', 'yes', 'ORIEL_CONFIG_CORS', 'cors', /origins: \[/],
  ['nobody named', {}, 'ORIEL_CORS_ORIGINS', 'cors.origins', /leave cors out/],
  ['a key that is none', { origins: APP, orgins: [] }, 'ORIEL_CONFIG_KEY', 'cors.orgins', /"origins"/],
  [
    'a key that is none',
    { paths: [{ path: '/a', origin: APP, origins: APP }] },
    'ORIEL_CONFIG_KEY',
    'cors.paths[0].origin',
    /"origins"/,
  ],
  [
    'credentials for everybody',
    { origins: '*', credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name the origins/,
  ],
  [
    'credentials for everybody beside others',
    { origins: [APP, '*'], credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins[1]',
    /Name/,
  ],
  [
    'credentials on a path of everybody',
    { origins: '*', paths: [{ path: '/me', credentials: true }] },
    'ORIEL_CORS_CREDENTIALS',
    'cors.paths[0].origins',
    /Name/,
  ],
  [
    'everybody on a path with credentials',
    { origins: APP, credentials: true, paths: [{ path: '/me', origins: '*' }] },
    'ORIEL_CORS_CREDENTIALS',
    'cors.paths[0].origins',
    /Name/,
  ],
  [
    'credentials for null',
    { origins: [APP, 'null'], credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins[1]',
    /Leave null out/,
  ],
  [
    'credentials by a function that says yes',
    { origins: () => true, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials by a function that looks at the scheme',
    { origins: (o: string) => o.startsWith('https:'), credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials by an expression for all',
    { origins: /^https?:\/\/[^/]+$/, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials by an expression for all of http',
    { origins: /^http:\/\/[a-z0-9:.-]+$/, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'an expression with an open end',
    { origins: /^https:\/\/example\.com/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\^ and end it with \$/,
  ],
  [
    'an expression with a bare dot',
    { origins: /^https:\/\/www.example\.com$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\\\./,
  ],
  [
    'an expression with a bar',
    { origins: /^https:\/\/a\.test|b\.test$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\(\?: \)/,
  ],
  ['an expression that remembers', { origins: /^https:\/\/a\.test$/g }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /flag/],
  [
    'an expression that cannot be linear',
    { origins: /^https:\/\/(a)\1\.test$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /classes/,
  ],
  ['everybody beside others', { origins: ['*', APP] }, 'ORIEL_CORS_ORIGIN', 'cors.origins[0]', /origins: '\*'/],
  [
    'an origin with a slash',
    { origins: [`${APP}/`] },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app\.example\.com"/,
  ],
  [
    'an origin in capitals',
    { origins: 'https://App.example.com' },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app/,
  ],
  [
    'an origin with the usual port',
    { origins: `${APP}:443` },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app\.example\.com"/,
  ],
  ['a name without scheme', { origins: 'app.example.com' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /"https:\/\/app/],
  ['a pattern for a whole top level', { origins: 'https://*.com' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /two labels/],
  ['a pattern for anybody', { origins: 'https://*' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /"\*" alone/],
  ['a pattern without a dot', { origins: 'https://*example.com' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /\*\.example/],
  ['an origin that is a number', { origins: [APP, 7] }, 'ORIEL_CORS_ORIGIN', 'cors.origins[1]', /a string/],
  ['an origin that is true', { origins: true }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /a string/],
  ['a small method', { origins: APP, methods: ['patch'] }, 'ORIEL_CORS_WORD', 'cors.methods[0]', /PATCH/],
  [
    'a method no page can send',
    { origins: APP, methods: ['TRACE'] },
    'ORIEL_CORS_WORD',
    'cors.methods[0]',
    /Leave it out/,
  ],
  [
    'several methods in one',
    { origins: APP, methods: ['GET, PUT'] },
    'ORIEL_CORS_WORD',
    'cors.methods[0]',
    /methods: \[/,
  ],
  ['methods as text', { origins: APP, methods: 'GET' }, 'ORIEL_CORS_LIST', 'cors.methods', /methods: \[/],
  [
    'a star in the list of headers',
    { origins: APP, headers: ['*'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /'\*' for any/,
  ],
  [
    'a header with a line break',
    { origins: APP, headers: ['X-A\r\nX-B'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /headers: \[/,
  ],
  [
    'cookies as a header',
    { origins: APP, headers: ['Cookie'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /credentials: true/,
  ],
  [
    'a header no page can set',
    { origins: APP, headers: ['Sec-Fetch-Site'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /cannot set/,
  ],
  [
    'a header no page can read',
    { origins: APP, expose: ['Set-Cookie'] },
    'ORIEL_CORS_WORD',
    'cors.expose[0]',
    /can read/,
  ],
  [
    'all headers with credentials',
    { origins: APP, credentials: true, expose: '*' },
    'ORIEL_CORS_EXPOSE',
    'cors.expose',
    /Name the headers/,
  ],
  [
    'credentials as a word',
    { origins: APP, credentials: 'include' },
    'ORIEL_CONFIG_CHOICE',
    'cors.credentials',
    /true or false/,
  ],
  ['a negative age', { origins: APP, maxAge: -1 }, 'ORIEL_CONFIG_NUMBER', 'cors.maxAge', /0 to 86,400/],
  ['an age in milliseconds', { origins: APP, maxAge: 3_600_000 }, 'ORIEL_CONFIG_NUMBER', 'cors.maxAge', /0 to 86,400/],
  [
    'a private network for everybody',
    { origins: '*', privateNetwork: true },
    'ORIEL_CORS_PRIVATE_NETWORK',
    'cors.privateNetwork',
    /Name/,
  ],
  ['paths as an object', { origins: APP, paths: { '/api': {} } }, 'ORIEL_CORS_PATHS', 'cors.paths', /paths: \[/],
  [
    'a path that is none',
    { origins: APP, paths: [{ path: 'api', credentials: true }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /'\/api'/,
  ],
  [
    'a path with a star',
    { origins: APP, paths: [{ path: '/api/*' }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /everything below/,
  ],
  [
    'a path of the profiler',
    { origins: APP, paths: [{ path: '/_profiler/', origins: '*' }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /Leave this rule out/,
  ],
  [
    'a path behind a wider one',
    { origins: APP, paths: [{ path: '/api' }, { path: '/api/me', origins: [] }] },
    'ORIEL_CORS_PATH',
    'cors.paths[1].path',
    /before "\/api"/,
  ],
];

function issuesOf(cors: unknown): readonly ConfigIssue[] {
  try {
    defineHost({ cors: cors as CorsConfig });
    return [];
  } catch (error) {
    ok(error instanceof HostConfigError, String(error));
    return error.issues;
  }
}

for (const [index, [what, cors, code, place, fix]] of REFUSED.entries()) {
  test(`refuses to start ${index + 1}: ${what}`, () => {
    const issues = issuesOf(cors);
    const found = issues.find((each) => each.code === code && each.place === place);
    ok(found, JSON.stringify(issues));
    match(found.fix, fix);
    equal(issues.length, 1, JSON.stringify(issues));
  });
}

test('everything wrong is told at once', () => {
  const issues = issuesOf({
    origins: ['x', /a/],
    methods: ['get'],
    maxAge: 'long',
    paths: [{ path: 'a', credentials: 1 }],
  });
  deepEqual(
    issues.map(({ place }) => place),
    [
      'cors.paths[0].path',
      'cors.methods[0]',
      'cors.maxAge',
      'cors.paths[0].credentials',
      'cors.paths[0].origins[0]',
      'cors.paths[0].origins[1]',
      'cors.origins[0]',
      'cors.origins[1]',
    ],
  );
});

test('rules that make sense start', () => {
  for (const cors of [
    { origins: APP },
    { origins: '*' },
    { origins: '*', headers: '*', methods: '*', expose: '*' },
    { origins: 'null' },
    {
      origins: [APP, 'https://*.example.org', 'http://localhost:*', /^https:\/\/pr-\d+\.example\.com$/],
      credentials: true,
    },
    { origins: (origin: string) => origin === APP, credentials: true },
    { origins: async () => true },
    {
      origins: '*',
      paths: [
        { path: '/me', origins: APP, credentials: true },
        { path: '/internal', origins: [] },
      ],
    },
    { paths: [{ path: '/api', origins: APP, maxAge: 0, privateNetwork: true }] },
  ])
    deepEqual(issuesOf(cors), [], JSON.stringify(cors));
});
