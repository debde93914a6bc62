import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { CorsConfig } from './cors-config.ts';
import { HostConfigError } from '../../../../core/src/configuration/config-issue.ts';
import type { ConfigIssue } from '../../../../core/src/configuration/config-issue.ts';
import { defineHost } from '../../host/define-host.ts';

const APP = 'https://app.example.com';

/** Invalid rules: what is wrong, the rules, the code and the place of the issue, and a part of the fix. */
const INVALID: [what: string, cors: unknown, code: string, place: string, fix: RegExp][] = [
  ['a string instead of a rule', 'yes', 'ORIEL_CONFIG_CORS', 'cors', /origins: \[/],
  ['a rule without origins', {}, 'ORIEL_CORS_ORIGINS', 'cors.origins', /leave cors out/],
  ['an unknown key', { origins: APP, orgins: [] }, 'ORIEL_CONFIG_KEY', 'cors.orgins', /"origins"/],
  [
    'an unknown key of a path rule',
    { paths: [{ path: '/a', origin: APP, origins: APP }] },
    'ORIEL_CONFIG_KEY',
    'cors.paths[0].origin',
    /"origins"/,
  ],
  [
    'credentials for every origin',
    { origins: '*', credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name the origins/,
  ],
  [
    'credentials with * in a list of origins',
    { origins: [APP, '*'], credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins[1]',
    /Name/,
  ],
  [
    'credentials on a path where every origin is allowed',
    { origins: '*', paths: [{ path: '/me', credentials: true }] },
    'ORIEL_CORS_CREDENTIALS',
    'cors.paths[0].origins',
    /Name/,
  ],
  [
    'every origin on a path with credentials',
    { origins: APP, credentials: true, paths: [{ path: '/me', origins: '*' }] },
    'ORIEL_CORS_CREDENTIALS',
    'cors.paths[0].origins',
    /Name/,
  ],
  [
    'credentials for the origin null',
    { origins: [APP, 'null'], credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins[1]',
    /Leave null out/,
  ],
  [
    'credentials with a function that always returns true',
    { origins: () => true, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials with a function that checks the scheme only',
    { origins: (o: string) => o.startsWith('https:'), credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials with an expression that matches every origin',
    { origins: /^https?:\/\/[^/]+$/, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'credentials with an expression that matches every origin of http',
    { origins: /^http:\/\/[a-z0-9:.-]+$/, credentials: true },
    'ORIEL_CORS_CREDENTIALS',
    'cors.origins',
    /Name/,
  ],
  [
    'an expression that is not anchored at its end',
    { origins: /^https:\/\/example\.com/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\^ and end it with \$/,
  ],
  [
    'an expression with an unescaped dot',
    { origins: /^https:\/\/www.example\.com$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\\\./,
  ],
  [
    'an expression with alternatives at the top level',
    { origins: /^https:\/\/a\.test|b\.test$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\(\?: \)/,
  ],
  ['an expression with the flag g', { origins: /^https:\/\/a\.test$/g }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /flag/],
  [
    'an expression whose repetitions can divide a text in several ways',
    { origins: /^https:\/\/(?:[a-z]+-?)+\.test$/ },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /Separate them/,
  ],
  ['* in a list of origins', { origins: ['*', APP] }, 'ORIEL_CORS_ORIGIN', 'cors.origins[0]', /origins: '\*'/],
  [
    'an origin with a trailing slash',
    { origins: [`${APP}/`] },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app\.example\.com"/,
  ],
  [
    'an origin with upper-case letters',
    { origins: 'https://App.example.com' },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app/,
  ],
  [
    'an origin with the default port',
    { origins: `${APP}:443` },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /"https:\/\/app\.example\.com"/,
  ],
  ['a host without a scheme', { origins: 'app.example.com' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /"https:\/\/app/],
  ['a pattern for a top-level domain', { origins: 'https://*.com' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /two labels/],
  ['a pattern for every host', { origins: 'https://*' }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /"\*" alone/],
  [
    'a pattern without a dot after the star',
    { origins: 'https://*example.com' },
    'ORIEL_CORS_ORIGIN',
    'cors.origins',
    /\*\.example/,
  ],
  ['an origin that is a number', { origins: [APP, 7] }, 'ORIEL_CORS_ORIGIN', 'cors.origins[1]', /a string/],
  ['an origin that is true', { origins: true }, 'ORIEL_CORS_ORIGIN', 'cors.origins', /a string/],
  ['a method in lower case', { origins: APP, methods: ['patch'] }, 'ORIEL_CORS_WORD', 'cors.methods[0]', /PATCH/],
  [
    'a method that no page can send',
    { origins: APP, methods: ['TRACE'] },
    'ORIEL_CORS_WORD',
    'cors.methods[0]',
    /Leave it out/,
  ],
  [
    'several methods in one string',
    { origins: APP, methods: ['GET, PUT'] },
    'ORIEL_CORS_WORD',
    'cors.methods[0]',
    /methods: \[/,
  ],
  ['methods as a string', { origins: APP, methods: 'GET' }, 'ORIEL_CORS_LIST', 'cors.methods', /methods: \[/],
  ['* in a list of headers', { origins: APP, headers: ['*'] }, 'ORIEL_CORS_WORD', 'cors.headers[0]', /'\*' for any/],
  [
    'a header with a line break',
    { origins: APP, headers: ['X-A\r\nX-B'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /headers: \[/,
  ],
  [
    'the header Cookie',
    { origins: APP, headers: ['Cookie'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /credentials: true/,
  ],
  [
    'a header that no page can set',
    { origins: APP, headers: ['Sec-Fetch-Site'] },
    'ORIEL_CORS_WORD',
    'cors.headers[0]',
    /cannot set/,
  ],
  [
    'a header that no page can read',
    { origins: APP, expose: ['Set-Cookie'] },
    'ORIEL_CORS_WORD',
    'cors.expose[0]',
    /can read/,
  ],
  [
    'every exposed header with credentials',
    { origins: APP, credentials: true, expose: '*' },
    'ORIEL_CORS_EXPOSE',
    'cors.expose',
    /Name the headers/,
  ],
  [
    'credentials as a string',
    { origins: APP, credentials: 'include' },
    'ORIEL_CONFIG_CHOICE',
    'cors.credentials',
    /true or false/,
  ],
  ['paths as an object', { origins: APP, paths: { '/api': {} } }, 'ORIEL_CORS_PATHS', 'cors.paths', /paths: \[/],
  [
    'a path without a leading slash',
    { origins: APP, paths: [{ path: 'api', credentials: true }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /'\/api'/,
  ],
  [
    'a path with *',
    { origins: APP, paths: [{ path: '/api/*' }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /everything below/,
  ],
  [
    'the path of the profiler',
    { origins: APP, paths: [{ path: '/_profiler/', origins: '*' }] },
    'ORIEL_CORS_PATH',
    'cors.paths[0].path',
    /Leave this rule out/,
  ],
  [
    'a path after a wider one',
    { origins: APP, paths: [{ path: '/api' }, { path: '/api/me', origins: [] }] },
    'ORIEL_CORS_PATH',
    'cors.paths[1].path',
    /before "\/api"/,
  ],
];

function findIssues(cors: unknown): readonly ConfigIssue[] {
  try {
    defineHost({ cors: cors as CorsConfig });
    return [];
  } catch (error) {
    ok(error instanceof HostConfigError, String(error));
    return error.issues;
  }
}

for (const [index, [what, cors, code, path, fix]] of INVALID.entries()) {
  test(`reports an issue for ${what} (rule ${index + 1})`, () => {
    const issues = findIssues(cors);
    const found = issues.find((issue) => issue.code === code && issue.place === path);
    ok(found, JSON.stringify(issues));
    match(found.fix, fix);
    equal(issues.length, 1, JSON.stringify(issues));
  });
}

test('reports all issues at once', () => {
  const issues = findIssues({
    origins: ['x', /a/],
    methods: ['get'],
    maxAge: 60_000,
    paths: [{ path: 'a', credentials: 1 }],
  });
  deepEqual(
    issues.map(({ place }) => place),
    [
      'cors.maxAge',
      'cors.methods[0]',
      'cors.paths[0].credentials',
      'cors.paths[0].path',
      'cors.paths[0].origins[0]',
      'cors.paths[0].origins[1]',
      'cors.origins[0]',
      'cors.origins[1]',
    ],
  );
});

test('reports no issue for valid rules', () => {
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
    { paths: [{ path: '/api', origins: APP }] },
  ])
    deepEqual(findIssues(cors), [], JSON.stringify(cors));
});
