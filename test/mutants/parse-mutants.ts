import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../applications/database.ts';
import { parseServer } from '../applications/parse-server.ts';
import type { ReceivedResponse } from '../applications/public-application.ts';
import { runApplication } from '../applications/run-application.ts';
import { freePort } from '../lib/free-port.ts';
import { repeat, request, send, shuffleReads } from './mutated-application.ts';
import type { Edit, Mutant, MutatedApplication, SessionRequest } from './mutated-application.ts';

const TEMPLATE = 'oriel_mutants_template';
const DATABASE = 'oriel_mutants';
const KEYS = { 'X-Parse-Application-Id': 'mutants', 'X-Parse-REST-API-Key': 'rest' };
let databaseUrl = '';
let templateUrl: string | undefined;

/** Parse Server with PostgreSQL and with cloud code of the user, which queries, calls another service and writes logs. */
export const parseMutants: MutatedApplication = {
  name: parseServer.name,
  packages: parseServer.packages,
  async prepare(folder) {
    writeFileSync(join(folder, 'mutants.cjs'), MAIN);
    writeFileSync(join(folder, 'cloud.cjs'), CLOUD);
    // Each session finds the same rows.
    templateUrl ??= await createTemplate(folder);
    databaseUrl = await createDatabase(DATABASE, '', TEMPLATE);
  },
  start: (port, upstream) => start(port, databaseUrl, upstream),
  readyPath: '/parse/health',
  createSession: (random) => shuffleReads(SESSION, random),
  createMutants: (random) => createMutants(String(100 + random.below(900))),
};

function start(port: number, url: string, upstream: string) {
  return { args: ['mutants.cjs'], env: { PORT: String(port), DATABASE_URL: url, UPSTREAM: upstream } };
}

async function createTemplate(folder: string): Promise<string> {
  const url = await createDatabase(TEMPLATE);
  const rows: readonly SessionRequest[] = [
    ...['Ada', 'Bob', 'Eve'].map((name, index) => create('Customer', { objectId: `customer${index + 1}`, name })),
    ...['One', 'Two', 'Three', 'Four'].map((title, index) =>
      create('Order', {
        ...{ objectId: `order${index + 1}`, title, total: (index + 1) * 10, tags: ['a', 'b'] },
        customer: { __type: 'Pointer', className: 'Customer', objectId: `customer${(index % 3) + 1}` },
      }),
    ),
    send('POST', '/parse/users', { username: 'ada', password: 'planted-parse-1' }, KEYS),
  ];
  await runApplication(
    {
      ...{ name: parseServer.name, packages: {}, readyPath: '/parse/health', variable: [], secrets: [], session: rows },
      prepare: () => {},
      start: (port) => start(port, url, ''),
    },
    folder,
    await freePort(),
    undefined,
  );
  return url;
}

function create(name: string, fields: object): SessionRequest {
  return send('POST', `/parse/classes/${name}`, fields, KEYS);
}

function read(path: string): SessionRequest {
  return request('GET', `/parse${path}`, { headers: KEYS });
}

function asUser(method: string, path: string): SessionRequest {
  const name = `${method} /parse${path}`;
  return {
    name: name.replace('GET', 'get'),
    request: (earlier) => ({
      ...{ method, path: `/parse${path}` },
      headers: { ...KEYS, 'X-Parse-Session-Token': findSessionToken(earlier) },
    }),
  };
}

function findSessionToken(earlier: readonly ReceivedResponse[]): string {
  const texts = earlier.map(({ body }) => /"sessionToken":"([^"]+)"/.exec(body.toString())?.[1]);
  return texts.find((text) => text !== undefined) ?? '';
}

const SESSION: readonly SessionRequest[] = [
  ...['', '?limit=2', '?order=-total', '?where=%7B%22title%22%3A%22One%22%7D', '?count=1&limit=0', '?keys=title'].map(
    (query) => read(`/classes/Order${query}`),
  ),
  ...['/classes/Order?include=customer', '/classes/Order/order1', '/classes/Order/missing', '/classes/Customer'].map(
    read,
  ),
  ...['/health', '/config'].map(read),
  send('POST', '/parse/classes/Order', { title: 'New', total: 5 }, KEYS),
  send('PUT', '/parse/classes/Order/order2', { total: { __op: 'Increment', amount: 2 } }, KEYS),
  send('POST', '/parse/functions/report', {}, KEYS),
  send('POST', '/parse/functions/hello', { name: 'Ada' }, KEYS),
  send('POST', '/parse/login', { username: 'ada', password: 'planted-parse-1' }, KEYS),
  ...[asUser('GET', '/users/me'), asUser('GET', '/sessions/me'), asUser('POST', '/logout')],
];

const REQUEST_LOG = `  app.use(function requestLog(request, response, next) {
    if (request.method === 'PUT') console.info('changes ' + request.path);
    next();
  });
`;
const MAIN = `
const express = require('express');
const { ParseServer } = require('parse-server');
(async () => {
  const port = Number(process.env.PORT);
  const server = new ParseServer({
    databaseURI: process.env.DATABASE_URL, appId: 'mutants', masterKey: 'master', restAPIKey: 'rest', allowCustomObjectId: true,
    serverURL: 'http://127.0.0.1:' + port + '/parse', silent: true, logLevel: 'error', allowClientClassCreation: true,
    cloud: require('node:path').resolve('cloud.cjs'),
  });
  await server.start();
  const app = express();
${REQUEST_LOG}  app.use(function identify(request, response, next) {
    response.setHeader('X-Instance', process.pid + '-' + Math.random());
    next();
  });
  app.use('/parse', server.app);
  app.listen(port, '127.0.0.1');
})();
`;
const CLOUD = `
const { Pool } = require('pg');
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
Parse.Cloud.define('hello', async ({ params }) => {
  return 'Hello ' + params.name;
});
Parse.Cloud.define('report', async () => {
  const { rows } = await pool.query('select "objectId", total, customer from "Order" where customer is not null order by title');
  const names = [];
  for (const { customer } of rows.slice(0, 3)) {
    const found = await pool.query('select name from "Customer" where "objectId" = $1', [customer]);
    names.push(found.rows[0].name);
  }
  const answer = await fetch(process.env.UPSTREAM + '/rates/' + Math.random());
  const { rate = 2 } = await answer.json();
  console.info('report of ' + rows.length + ' orders in ' + Date.now());
  return { names, total: rows.reduce((sum, { total }) => sum + total * rate, 0) };
});
Parse.Cloud.beforeSave('Order', async ({ object }) => {
  if (!object.has('tags')) object.set('tags', ['new']);
});
`;
const LIB = 'node_modules/parse-server/lib';
const REPORT = 'POST /parse/functions/report';
const HELLO = 'POST /parse/functions/hello';

/** @param number a part of changed values */
function createMutants(number: string): readonly Mutant[] {
  const edit = (file: string, find: string, replace: string): Edit[] => [{ file, find, replace }];
  const cloud = (find: string, replace: string): Edit[] => edit('cloud.cjs', find, replace);
  const main = (find: string, replace: string): Edit[] => edit('mutants.cjs', find, replace);
  const lib = (file: string, find: string, replace: string): Edit[] => edit(`${LIB}/${file}`, find, replace);
  return [
    {
      kind: 'value',
      name: 'the result of a function',
      edits: cloud("'Hello '", `'Hi ${number} '`),
      expected: { [HELLO]: [`body changed /result: "Hello Ada" → "Hi ${number} Ada"`] },
    },
    {
      kind: 'value',
      name: 'a computed total',
      edits: cloud('* rate, 0)', '* rate, 1)'),
      expected: { [REPORT]: ['body changed /result/total: 204 → 205'] },
    },
    {
      kind: 'value',
      name: 'a default of new rows',
      edits: cloud("['new']", `['new', '${number}']`),
      expected: { 'POST /parse/classes/Order': [`body added /tags/1: "${number}"`] },
    },
    {
      kind: 'value',
      name: 'a count of the package',
      edits: lib('RestQuery.js', 'this.response.count = c;', 'this.response.count = c + 1;'),
      expected: { 'GET /parse/classes/Order?count=1&limit=0': ['body changed /count: 4 → 5'] },
    },
    {
      kind: 'type',
      name: 'a count that becomes a text',
      edits: lib('RestQuery.js', 'this.response.count = c;', 'this.response.count = String(c);'),
      expected: { 'GET /parse/classes/Order?count=1&limit=0': ['body changed /count: 4 → "4"'] },
    },
    {
      kind: 'type',
      name: 'a list that becomes an object',
      edits: cloud('return { names,', 'return { names: { ...names },'),
      expected: { [REPORT]: ['body changed /result/names: ["Ada","Ada","Eve"] → {"0":"Ada","1":"Ada","2":"Eve"}'] },
    },
    {
      kind: 'header',
      name: 'another header of CORS',
      edits: lib(
        'middlewares.js',
        "    res.header('Access-Control-Allow-Headers', allowHeaders);",
        `    res.header('Access-Control-Allow-Headers', allowHeaders);\n    res.header('Access-Control-Max-Age', '${number}');`,
      ),
      expected: { '*': [`headers added access-control-max-age: ${number}`] },
    },
    {
      kind: 'header',
      name: 'a header of CORS less',
      edits: lib(
        'middlewares.js',
        "    res.header('Access-Control-Expose-Headers', 'X-Parse-Job-Status-Id, X-Parse-Push-Status-Id');\n",
        '',
      ),
      expected: {
        '*': ['headers removed access-control-expose-headers: X-Parse-Job-Status-Id, X-Parse-Push-Status-Id'],
      },
    },
    {
      kind: 'status',
      name: 'the status of a created row',
      edits: lib('RestWrite.js', '        status: 201,\n        response,', '        status: 200,\n        response,'),
      expected: { 'POST /parse/classes/Order': ['status changed: 201 → 200'] },
    },
    {
      kind: 'status',
      name: 'the status of a missing row',
      edits: lib('middlewares.js', 'httpStatus = 404;', 'httpStatus = 410;'),
      expected: { 'GET /parse/classes/Order/missing': ['status changed: 404 → 410'] },
    },
    {
      kind: 'queries',
      name: 'a loop over fewer rows',
      edits: cloud('slice(0, 3)', 'slice(0, 2)'),
      expected: {
        [REPORT]: [
          'body removed /result/names/2: "Eve"',
          'database changed Customer by objectId at cloud.cjs:11: ×3 → ×2',
        ],
      },
    },
    {
      kind: 'queries',
      name: 'a loop that becomes one query',
      edits: [
        ...cloud(
          'const names = [];',
          `const { rows: names } = await pool.query('select name from "Customer" where "objectId" in ($1, $2, $3)', rows.slice(0, 3).map(({ customer }) => customer));`,
        ),
        ...cloud('rows.slice(0, 3)) {', 'rows.slice(0, 0)) {'),
      ],
      expected: {
        [REPORT]: [
          'body changed /result/names/0: "Ada" → {"name":"Ada"}',
          'body changed /result/names/1: "Ada" → {"name":"Eve"}',
          'body removed /result/names/2: "Eve"',
          'database removed Customer by objectId at cloud.cjs:11: ×3',
          'database added Customer by objectId in (?) at cloud.cjs:9: ×1',
        ],
      },
    },
    {
      kind: 'queries',
      name: 'another query in a function',
      edits: cloud(
        "  return 'Hello ' + params.name;",
        `  await pool.query('select count(*) from "Order"');\n  return 'Hello ' + params.name;`,
      ),
      expected: { [HELLO]: ['database added Order at cloud.cjs:5: ×1'] },
    },
    {
      kind: 'queries',
      name: 'a query of the package that runs twice',
      edits: lib(
        'RestQuery.js',
        '  const results = await this.config.database.find(',
        '  await this.config.database.find(this.className, this.restWhere, findOptions, this.auth); const results = await this.config.database.find(',
      ),
      expected: {
        ...repeat(['', '?limit=2', '?order=-total', '?keys=title'].map(list), [
          'database changed Order at <any>: ×1 → ×2',
        ]),
        [list('?where=%7B%22title%22%3A%22One%22%7D')]: ['database changed Order by title at <any>: ×1 → ×2'],
        [list('?include=customer')]: [
          'database changed Order at <any>: ×1 → ×2',
          'database changed Customer by objectId in (?) at <any>: ×1 → ×2',
        ],
        ...repeat([list('/order1'), list('/missing')], ['database changed Order by objectId at <any>: ×1 → ×2']),
        'GET /parse/classes/Customer': ['database changed Customer at <any>: ×1 → ×2'],
        'PUT /parse/classes/Order/order2': ['database changed Order by objectId at <any>: ×2 → ×3'],
        'POST /parse/login': [
          'database changed _Role at <any>: ×1 → ×2',
          'database changed _User by objectId at <any>: ×1 → ×2',
        ],
        'get /parse/users/me': Array.from({ length: 4 }, () => 'database changed select*from <any>: ×1 → ×2'),
        'get /parse/sessions/me': [
          'database changed _Session by sessionToken at <any>: ×1 → ×2',
          'database changed _Session by objectId, user at <any>: ×1 → ×2',
        ],
        'POST /parse/logout': [
          'database changed _Session by sessionToken at <any>: ×1 → ×2',
          'database changed _Session by objectId at <any>: ×1 → ×2',
        ],
      },
    },
    {
      kind: 'unchanged',
      name: 'lines above two queries',
      edits: cloud('  const { rows } = await', `  const { rows } =\n    // ${number}\n    await`),
      expected: {},
    },
    {
      kind: 'caller',
      name: 'a query from another function',
      edits: [
        ...cloud(
          `await pool.query('select name from "Customer" where "objectId" = $1', [customer])`,
          'await findCustomer(customer)',
        ),
        ...cloud(
          '\nParse.Cloud.beforeSave',
          `\nfunction findCustomer(id) {\n  return pool.query('select name from "Customer" where "objectId" = $1', [id]);\n}\nParse.Cloud.beforeSave`,
        ),
      ],
      expected: {
        [REPORT]: ['database changed Customer by objectId at cloud.cjs:20: from cloud.cjs:11 → from cloud.cjs:20'],
      },
    },
    {
      kind: 'call',
      name: 'a call that is made twice',
      edits: cloud(
        '  const answer = await fetch(',
        "  await fetch(process.env.UPSTREAM + '/rates/1'); const answer = await fetch(",
      ),
      expected: { [REPORT]: ['http-client changed GET 127.0.0.1/rates/:n: ×1 → ×2'] },
    },
    {
      kind: 'call',
      name: 'a call that fails',
      edits: cloud('+ Math.random());', "+ Math.random(), { headers: { 'X-Fail': '1' } });"),
      expected: { [REPORT]: ['http-client changed GET 127.0.0.1/rates/:n: 200 → 503'] },
    },
    {
      kind: 'log',
      name: 'the text of a record',
      edits: cloud("'report of '", "'summary of '"),
      expected: {
        [REPORT]: ['logs changed position 1: info: report of ? orders in ? → info: summary of ? orders in ?'],
      },
    },
    {
      kind: 'log',
      name: 'another record of the package',
      edits: lib(
        'middlewares.js',
        '    switch (err.code) {\n      case _node.default.Error.INTERNAL',
        "    console.warn('mapped ' + err.code);\n    switch (err.code) {\n      case _node.default.Error.INTERNAL",
      ),
      expected: { 'GET /parse/classes/Order/missing': ['logs added warning: mapped ?'] },
    },
    {
      kind: 'order',
      name: 'two middleware of the user',
      edits: [
        ...main(REQUEST_LOG, ''),
        ...main("  app.use('/parse', server.app);", `${REQUEST_LOG}  app.use('/parse', server.app);`),
      ],
      expected: { '*': ['pipeline changed middleware: requestLog: position 1 → position 2'] },
    },
    {
      kind: 'order',
      name: 'two middleware of the package',
      edits: [
        ...lib('ParseServer.js', '    api.use(middlewares.allowDoubleForwardSlash);\n', ''),
        ...lib(
          'ParseServer.js',
          '    api.use(middlewares.handleParseAuth(appId));\n',
          '    api.use(middlewares.handleParseAuth(appId));\n    api.use(middlewares.allowDoubleForwardSlash);\n',
        ),
      ],
      expected: { '*': ['pipeline changed middleware: allowDoubleForwardSlash: position 5 → position 6'] },
    },
  ];
}

/** Returns the name of a request for rows of the class Order. */
function list(rest: string): string {
  return `GET /parse/classes/Order${rest}`;
}
