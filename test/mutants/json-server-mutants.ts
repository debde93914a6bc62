import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonServer } from '../applications/json-server.ts';
import { repeat, request, send, shuffleReads } from './mutated-application.ts';
import type { Edit, Mutant, MutatedApplication, SessionRequest } from './mutated-application.ts';

const DATA = {
  posts: [
    { id: 1, title: 'First', author: 'Ada', views: 3 },
    { id: 2, title: 'Second', author: 'Bob', views: 5 },
    { id: 3, title: 'Third', author: 'Ada', views: 7 },
  ],
  comments: [1, 2, 3, 4].map((id) => ({ id, body: `Comment ${id}`, postId: (id % 3) + 1 })),
  profile: { name: 'demo', contact: { city: 'Lisbon', languages: ['pt', 'en'] } },
};

// Loaded with the option `middlewares`, as its documentation describes.
const MIDDLEWARES = {
  'identify.cjs': `const { randomUUID } = require('node:crypto');
module.exports = function identify(request, response, next) {
  response.setHeader('X-Request-Id', randomUUID());
  response.setHeader('X-Served', String(process.hrtime.bigint()));
  next();
};
`,
  'audit.cjs': `module.exports = function audit(request, response, next) {
  if (request.method !== 'GET') console.warn('audit ' + request.method + ' at ' + Date.now());
  next();
};
`,
  'rates.cjs': `module.exports = async function rates(request, response, next) {
  if (!request.path.startsWith('/comments')) return next();
  fetch(process.env.UPSTREAM + '/rates/' + Date.now() + '?base=eur')
    .then((answer) => answer.json())
    .then(() => next(), next);
};
`,
};

/** json-server with middleware of the user, which calls another service and writes logs. */
export const jsonServerMutants: MutatedApplication = {
  name: jsonServer.name,
  packages: jsonServer.packages,
  prepare(folder) {
    writeFileSync(join(folder, 'mutants.json'), JSON.stringify(DATA, null, 2));
    mkdirSync(join(folder, 'middlewares'), { recursive: true });
    for (const [name, text] of Object.entries(MIDDLEWARES)) writeFileSync(join(folder, 'middlewares', name), text);
    const middlewares = Object.keys(MIDDLEWARES).map((name) => `middlewares/${name}`);
    writeFileSync(join(folder, 'json-server.json'), JSON.stringify({ middlewares, noCors: false }));
  },
  start: (port, upstream) => ({
    args: [
      ...['node_modules/json-server/lib/cli/bin.js', '--host', '127.0.0.1', '--port', String(port)],
      ...['--quiet', 'mutants.json'],
    ],
    env: { UPSTREAM: upstream },
  }),
  readyPath: '/db',
  createSession: (random) => shuffleReads(SESSION, random),
  createMutants: (random) => createMutants(String(100 + random.below(900))),
};

const SESSION: readonly SessionRequest[] = [
  ...['/posts', '/posts?_limit=2', '/posts?_page=2&_limit=1', '/posts?author=Ada'].map((path) => request('GET', path)),
  ...['/posts/1', '/posts/2', '/posts/3?_embed=comments', '/comments'].map((path) => request('GET', path)),
  ...['/comments/1?_expand=post', '/posts/1/comments', '/profile', '/db', '/missing', '/'].map((path) =>
    request('GET', path),
  ),
  request('HEAD', '/posts'),
  request('OPTIONS', '/posts', { headers: { Origin: 'http://other.example' } }),
  send('POST', '/posts', { title: 'New', author: 'Eve' }),
  send('PUT', '/posts/4', { title: 'Replaced', author: 'Eve' }),
  send('PATCH', '/posts/4', { title: 'Changed' }),
  request('DELETE', '/posts/4'),
];

const SERVER = 'node_modules/json-server/lib/server';

/** @param number a part of changed values */
function createMutants(number: string): readonly Mutant[] {
  const data = (find: string, replace: string): Edit[] => [{ file: 'mutants.json', find, replace }];
  const rates = (find: string, replace: string): Edit[] => [{ file: 'middlewares/rates.cjs', find, replace }];
  const audit = (find: string, replace: string): Edit[] => [{ file: 'middlewares/audit.cjs', find, replace }];
  const server = (file: string, find: string, replace: string): Edit[] => [
    { file: `${SERVER}/${file}`, find, replace },
  ];
  const title = `"Second" → "Second ${number}"`;
  return [
    {
      kind: 'value',
      name: 'a title in the data',
      edits: data('"Second"', `"Second ${number}"`),
      expected: {
        ...repeat(
          ['GET /posts', 'GET /posts?_limit=2', 'GET /posts?_page=2&_limit=1'],
          [`body changed /id=2/title: ${title}`],
        ),
        'GET /posts/2': [`body changed /title: ${title}`],
        'GET /comments/1?_expand=post': [`body changed /post/title: ${title}`],
        'GET /db': [`body changed /posts/id=2/title: ${title}`],
        'HEAD /posts': ['headers changed content-length: <any>', 'headers changed etag: <any>'],
      },
    },
    {
      kind: 'value',
      name: 'a nested value in the data',
      edits: data('"Lisbon"', `"Porto ${number}"`),
      expected: {
        'GET /profile': [`body changed /contact/city: "Lisbon" → "Porto ${number}"`],
        'GET /db': [`body changed /profile/contact/city: "Lisbon" → "Porto ${number}"`],
      },
    },
    {
      kind: 'value',
      name: 'a row in front of a list',
      edits: data('"comments": [', `"comments": [{ "id": 9, "body": "Front ${number}", "postId": 8 },`),
      expected: {
        'GET /comments': [`body added /id=9: {"id":9,"body":"Front ${number}","postId":8}`],
        'GET /db': [`body added /comments/id=9: {"id":9,"body":"Front ${number}","postId":8}`],
      },
    },
    {
      kind: 'value',
      name: 'an item of a list without a key',
      edits: data('"pt",', `"pt", "fr${number}",`),
      expected: {
        'GET /profile': [`body added /contact/languages/1: "fr${number}"`],
        'GET /db': [`body added /profile/contact/languages/1: "fr${number}"`],
      },
    },
    {
      kind: 'type',
      name: 'a number that becomes a text',
      edits: data('"views": 7', '"views": "7"'),
      expected: {
        'GET /posts': ['body changed /id=3/views: 7 → "7"'],
        'GET /posts?author=Ada': ['body changed /id=3/views: 7 → "7"'],
        'HEAD /posts': ['headers changed content-length: <any>', 'headers changed etag: <any>'],
        'GET /posts/3?_embed=comments': ['body changed /views: 7 → "7"'],
        'GET /db': ['body changed /posts/id=3/views: 7 → "7"'],
      },
    },
    {
      kind: 'type',
      name: 'a list that becomes null',
      edits: data('"languages": [\n        "pt",\n        "en"\n      ]', '"languages": null'),
      expected: {
        'GET /profile': ['body changed /contact/languages: ["pt","en"] → null'],
        'GET /db': ['body changed /profile/contact/languages: ["pt","en"] → null'],
      },
    },
    {
      kind: 'type',
      name: 'the views of all posts in lists become texts',
      edits: server(
        'router/plural.js',
        '    res.locals.data = chain.value();\n',
        '    res.locals.data = chain.value().map(row => row.views === undefined ? row : { ...row, views: `${row.views}` });\n',
      ),
      expected: {
        'GET /posts': ['body changed /*/views in 3 rows: number → text'],
        'GET /posts?_limit=2': ['body changed /id=1/views: 3 → "3"', 'body changed /id=2/views: 5 → "5"'],
        'GET /posts?_page=2&_limit=1': ['body changed /id=2/views: 5 → "5"'],
        'GET /posts?author=Ada': ['body changed /id=1/views: 3 → "3"', 'body changed /id=3/views: 7 → "7"'],
        'HEAD /posts': ['headers changed content-length: <any>', 'headers changed etag: <any>'],
      },
    },
    {
      kind: 'header',
      name: 'a directive of Cache-Control',
      edits: server(
        'defaults.js',
        "res.header('Cache-Control', 'no-cache')",
        `res.header('Cache-Control', 'no-store, max-age=${number}')`,
      ),
      expected: {
        '*': [`headers changed cache-control: no-cache → no-store, max-age=${number}`],
        // Files and preflight requests are answered before.
        ...repeat(['GET /', 'OPTIONS /posts'], []),
      },
    },
    {
      kind: 'header',
      name: 'another header',
      edits: [
        {
          file: 'middlewares/identify.cjs',
          find: '  next();',
          replace: `  response.setHeader('X-Mutant', '${number}');\n  next();`,
        },
      ],
      expected: { '*': [`headers added x-mutant: ${number}`], ...repeat(['GET /', 'OPTIONS /posts'], []) },
    },
    {
      kind: 'header',
      name: 'a header less',
      edits: server('defaults.js', "    res.header('Pragma', 'no-cache');\n", ''),
      expected: { '*': ['headers removed pragma: no-cache'], ...repeat(['GET /', 'OPTIONS /posts'], []) },
    },
    {
      kind: 'header',
      name: 'no CORS, by the configuration',
      edits: [{ file: 'json-server.json', find: '"noCors":false', replace: '"noCors":true' }],
      expected: {
        '*': [
          'headers removed access-control-allow-credentials: true',
          'headers changed vary: Origin, Accept-Encoding → Accept-Encoding',
          'pipeline removed middleware: corsMiddleware',
        ],
        'POST /posts': [
          'headers removed access-control-allow-credentials: true',
          'headers changed vary: Origin, X-HTTP-Method-Override, Accept-Encoding → X-HTTP-Method-Override, Accept-Encoding',
          'pipeline removed middleware: corsMiddleware',
        ],
        // The router answers it instead.
        'OPTIONS /posts': [
          ...['status changed: 204 → 200', 'body changed: empty → GET,POST,HEAD'],
          'headers removed access-control-allow-credentials: true',
          'headers removed access-control-allow-methods: GET,HEAD,PUT,PATCH,POST,DELETE',
          'headers removed access-control-allow-origin: http://other.example',
          ...['allow: GET,POST,HEAD', 'cache-control: no-cache', 'content-type: text/html; charset=utf-8'].map(added),
          ...['expires: -1', 'pragma: no-cache', 'x-request-id: <any>', 'x-served: <any>'].map(added),
          'headers changed vary: Origin, Access-Control-Request-Headers → Accept-Encoding',
          'pipeline changed position 4: middleware: corsMiddleware → middleware: serveStatic',
          ...['anonymous middleware', 'jsonParser', 'urlencodedParser', 'identify', 'audit', 'rates', 'router'].map(
            called,
          ),
          ...['methodOverride', 'jsonParser', 'urlencodedParser', 'router', 'delay', 'router', 'delay'].map(called),
          'logs added warning: audit OPTIONS at ?',
        ],
      },
    },
    {
      kind: 'status',
      name: 'the status of a created row',
      edits: server('router/plural.js', 'res.status(201)', 'res.status(200)'),
      expected: { 'POST /posts': ['status changed: 201 → 200'] },
    },
    {
      kind: 'status',
      name: 'the status of a missing row',
      edits: server('router/index.js', 'res.status(404)', 'res.status(410)'),
      expected: { 'GET /missing': ['status changed: 404 → 410'] },
    },
    {
      kind: 'status',
      name: 'an error of a handler',
      edits: server(
        'router/singular.js',
        '  function show(req, res, next) {',
        `  function show(req, res, next) {\n    throw new TypeError('broken ${number}');`,
      ),
      expected: {
        'GET /profile': [
          ...[
            'status changed: 200 → 500',
            'exception added: TypeError: broken ?',
            'body changed: <any> → TypeError: broken <any>',
          ],
          'headers changed content-type: application/json; charset=utf-8 → text/html; charset=utf-8',
          'headers removed x-content-type-options: nosniff',
          'pipeline changed position 20: handler: show → handler: show, threw',
          'pipeline changed position 21: middleware: anonymous middleware → error handler: anonymous error handler',
          'logs added error: TypeError: broken <any>',
        ],
      },
    },
    {
      kind: 'call',
      name: 'another path of a call',
      edits: rates('/rates/', '/prices/'),
      expected: repeat(CALLING, [
        'http-client removed GET 127.0.0.1/rates/:n?base: ×1, 200',
        'http-client added GET 127.0.0.1/prices/:n?base: ×1, 200',
      ]),
    },
    {
      kind: 'call',
      name: 'a call that is made twice',
      edits: rates(
        '  fetch(',
        "  for (const day of [1]) await fetch(process.env.UPSTREAM + '/rates/1?base=eur'); fetch(",
      ),
      expected: repeat(CALLING, ['http-client changed GET 127.0.0.1/rates/:n?base: ×1 → ×2']),
    },
    {
      kind: 'call',
      name: 'a call that fails',
      edits: rates("'?base=eur')", "'?base=eur', { headers: { 'X-Fail': '1' } })"),
      expected: repeat(CALLING, ['http-client changed GET 127.0.0.1/rates/:n?base: 200 → 503']),
    },
    {
      kind: 'log',
      name: 'the text of a record',
      edits: audit("'audit '", "'change '"),
      expected: forWrites((method) => [
        `logs changed position 1: warning: audit ${method} at ? → warning: change ${method} at ?`,
      ]),
    },
    {
      kind: 'log',
      name: 'the level of a record',
      edits: audit('console.warn', 'console.error'),
      expected: forWrites((method) => [
        `logs changed position 1: warning: audit ${method} at ? → error: audit ${method} at ?`,
      ]),
    },
    {
      kind: 'log',
      name: 'another record',
      edits: audit('  next();', "  if (request.method === 'PUT') console.warn('replaced');\n  next();"),
      expected: { 'PUT /posts/4': ['logs added warning: replaced'] },
    },
    {
      kind: 'order',
      name: 'two middleware of the user',
      edits: [
        {
          file: 'json-server.json',
          find: '"middlewares/identify.cjs","middlewares/audit.cjs"',
          replace: '"middlewares/audit.cjs","middlewares/identify.cjs"',
        },
      ],
      expected: {
        '*': ['pipeline changed middleware: identify: position 9 → position 10'],
        ...repeat(['GET /', 'OPTIONS /posts'], []),
      },
    },
    {
      kind: 'order',
      name: 'CORS after files',
      edits: [
        ...server(
          'defaults.js',
          '  // Enable CORS for all the requests, including static files\n',
          '  arr.push(express.static(opts.static));\n',
        ),
        ...server('defaults.js', '  // Serve static files\n  arr.push(express.static(opts.static));\n', ''),
      ],
      expected: {
        '*': ['pipeline changed middleware: corsMiddleware: position 4 → position 5'],
        'GET /': [
          'headers removed access-control-allow-credentials: true',
          'headers changed vary: Origin, Accept-Encoding → Accept-Encoding',
          'pipeline removed middleware: corsMiddleware',
        ],
        'OPTIONS /posts': ['pipeline added middleware: serveStatic'],
      },
    },
  ];
}

const CALLING = ['GET /comments', 'GET /comments/1?_expand=post'];

function forWrites(describe: (method: string) => readonly string[]): Mutant['expected'] {
  const names = ['HEAD /posts', 'POST /posts', 'PUT /posts/4', 'PATCH /posts/4', 'DELETE /posts/4'];
  return Object.fromEntries(names.map((name) => [name, describe(name.split(' ')[0]!)]));
}

function added(line: string): string {
  return `headers added ${line}`;
}

function called(name: string): string {
  return `pipeline added middleware: ${name}`;
}
