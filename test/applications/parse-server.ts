import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from './database.ts';
import type { PublicApplication, ReceivedResponse, Step } from './public-application.ts';
import type { SentRequest } from './send-request.ts';

const DATABASE = 'oriel_applications_parse';
const KEYS = { 'X-Parse-Application-Id': 'planted-parse-app', 'X-Parse-REST-API-Key': 'planted-parse-rest' };
let databaseUrl = '';

/** Express 5 and pg-promise, with users, sessions and roles; an application below `node_modules`. */
export const parseServer: PublicApplication = {
  name: 'Parse Server (Express 5, pg-promise)',
  packages: { 'parse-server': '9.10.0', express: '5.2.1' },
  async prepare(folder) {
    databaseUrl = await createDatabase(DATABASE);
    writeFileSync(join(folder, 'parse.cjs'), MAIN);
  },
  start: (port) => ({ args: ['parse.cjs'], env: { PORT: String(port), DATABASE_URL: databaseUrl } }),
  readyPath: '/parse/health',
  session: [
    // Several new fields become columns in an order that depends on the time.
    post('/parse/classes/Order', { title: 'One' }, '/classes/:className'),
    ...['Two', 'Three'].map((title): Step =>
      post('/parse/classes/Order', { title, total: 12.5 }, '/classes/:className'),
    ),
    ...[
      '',
      '?limit=2',
      '?order=-createdAt',
      '?where=%7B%22title%22%3A%22One%22%7D',
      '?count=1&limit=0',
      '?keys=title',
    ].map((query): Step => get(`/parse/classes/Order${query}`, '/classes/:className')),
    {
      request: (earlier) => read(`/parse/classes/Order/${member(earlier[0], 'objectId')}`),
      route: '/parse/classes/:className/:objectId',
      queries: true,
    },
    {
      request: (earlier) => ({
        ...read(`/parse/classes/Order/${member(earlier[1], 'objectId')}`),
        method: 'PUT',
        headers: { ...KEYS, 'Content-Type': 'application/json' },
        body: '{"total":{"__op":"Increment","amount":2}}',
      }),
      route: '/parse/classes/:className/:objectId',
      queries: true,
    },
    { ...get('/parse/classes/Order/missing123', '/classes/:className/:objectId'), findings: ['logged-errors'] },
    post('/parse/users', { username: 'ada', password: 'planted-parse-1', email: 'ada@example.com' }, '/users'),
    post('/parse/users', { username: 'ada', password: 'planted-parse-1' }, '/users'),
    post('/parse/login', { username: 'ada', password: 'planted-parse-1' }, '/login'),
    {
      ...post('/parse/login', { username: 'ada', password: 'planted-parse-2' }, '/login'),
      findings: ['logged-errors'],
    },
    asUser((token) => ({ path: '/parse/users/me', headers: { ...KEYS, 'X-Parse-Session-Token': token } }), '/users/me'),
    asUser(
      (token) => ({ path: '/parse/sessions/me', headers: { ...KEYS, 'X-Parse-Session-Token': token } }),
      '/sessions/me',
    ),
    { ...get('/parse/schemas', '/schemas', false), findings: ['logged-errors'] },
    { request: { path: '/parse/classes/Order' } },
    { request: { path: '/parse/health' }, route: '~/parse/health' },
    post('/parse/functions/hello', { name: 'Ada' }, '/functions/:functionName', false),
    {
      ...post('/parse/batch', { requests: [{ method: 'GET', path: '/parse/classes/Order' }] }, '/batch', false),
      findings: ['exception'],
    },
    { request: { ...read('/parse/classes/Order'), method: 'POST', body: '{"title":' } },
    { request: { path: '/nothing' } },
    ...[1, 2, 3, 4].map((skip): Step => get(`/parse/classes/Order?skip=${skip}`, '/classes/:className')),
    asUser(
      (token) => ({ method: 'POST', path: '/parse/logout', headers: { ...KEYS, 'X-Parse-Session-Token': token } }),
      '/logout',
    ),
  ],
  variable: [
    /r:[0-9a-f]{32}/g,
    /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    /(?<="objectId":")\w{10}/g,
    /(?<="ACL":\{")\w{10}/g,
    /(?<=\/Order\/)\w{10}/g,
    /(?<=\/(?:users|sessions)\/)\w{10}/g,
    /(?<=W\/"[0-9a-f]+-)[^"]+/g,
    /[0-9a-f-]{36}/g,
  ],
  secrets: ['planted-parse-1', 'planted-parse-2', 'planted-parse-rest', 'planted-parse-master'],
};

function get(path: string, route: string, queries = true): Step {
  return { request: read(path), route: `/parse${route}`, queries };
}

function post(path: string, body: unknown, route: string, queries = true): Step {
  const headers = { ...KEYS, 'Content-Type': 'application/json' };
  return { request: { method: 'POST', path, headers, body: JSON.stringify(body) }, route: `/parse${route}`, queries };
}

function asUser(create: (token: string) => SentRequest, route: string): Step {
  return {
    request: (earlier) => create(member(earlier[LOGIN], 'sessionToken')),
    route: `/parse${route}`,
    queries: true,
  };
}

function read(path: string): SentRequest {
  return { path, headers: KEYS };
}

function member(response: ReceivedResponse | undefined, name: string): string {
  return String((JSON.parse(response?.body.toString() ?? '{}') as Record<string, unknown>)[name]);
}

// The step that logs in.
const LOGIN = 14;

const MAIN = `
const express = require('express');
const { ParseServer } = require('parse-server');
(async () => {
  const port = Number(process.env.PORT);
  const server = new ParseServer({
    databaseURI: process.env.DATABASE_URL, appId: 'planted-parse-app', masterKey: 'planted-parse-master',
    restAPIKey: 'planted-parse-rest', serverURL: 'http://127.0.0.1:' + port + '/parse', silent: true, logLevel: 'error',
    allowClientClassCreation: true,
    cloud: (Parse) => Parse.Cloud.define('hello', ({ params }) => 'Hello ' + params.name),
  });
  await server.start();
  const app = express();
  app.use('/parse', server.app);
  app.listen(port, '127.0.0.1');
})();
`;
