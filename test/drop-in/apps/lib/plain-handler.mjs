import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, sizeOf, slowParts, textOf } from './answers.mjs';
import { throwLater, throwSync, userOf, ZIPPED } from './answers.mjs';

const JSON_TYPE = 'application/json';

const routes = [
  ['GET', /^\/hello$/, ({ response }) => json(response, HELLO)],
  ['GET', /^\/users\/(?<id>[^/]+)$/, ({ response, params }) => json(response, params)],
  ['GET', /^\/shops\/(?<shop>[^/]+)\/items\/(?<item>[^/]+)$/, ({ response, params }) => json(response, params)],
  ['GET', /^\/search$/, ({ response, query }) => json(response, found(query))],
  ['POST', /^\/json$/, async ({ request, response }) => json(response, cityOf(JSON.parse(await textOf(request))))],
  [
    'POST',
    /^\/note$/,
    ({ request, response }) => readByEvents(request, (text) => json(response, note(JSON.parse(text), response))),
  ],
  ['POST', /^\/form$/, async ({ request, response }) => json(response, cityOf(formOf(await textOf(request))))],
  ['GET', /^\/throw$/, throwSync],
  ['GET', /^\/reject$/, throwLater],
  ['GET', /^\/teapot$/, () => Promise.reject(Object.assign(new Error('planned: teapot'), { status: 418 }))],
  ['GET', /^\/stream$/, ({ response }) => Readable.from(parts()).pipe(response)],
  ['GET', /^\/slow$/, ({ response }) => Readable.from(slowParts()).pipe(response)],
  ['GET', /^\/empty$/, ({ response }) => response.writeHead(204).end()],
  ['GET', /^\/redirect$/, ({ response }) => response.writeHead(302, { Location: '/hello' }).end()],
  ['GET', /^\/large$/, ({ response }) => response.end(LARGE)],
  ['POST', /^\/upload$/, async ({ request, response }) => json(response, { bytes: await sizeOf(request) })],
  [
    'GET',
    /^\/gzip$/,
    ({ response }) => response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': JSON_TYPE }).end(ZIPPED),
  ],
  ['GET', /^\/account$/, ({ request, response }) => json(response, userOf(request.headers.authorization) ?? null)],
  ['GET', /^\/mark$/, async ({ response, query }) => json(response, await mark(query.id, response))],
];

/** Answers a request of a server without a framework. */
export async function handle(request, response) {
  try {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes.find(([verb, path]) => verb === method && path.test(pathname));
    if (route === undefined) return void response.writeHead(404).end('not found');
    const params = { ...route[1].exec(pathname).groups };
    await route[2]({ request, response, params, query: Object.fromEntries(searchParams) });
  } catch (error) {
    response.writeHead(error.status ?? 500).end(error.message);
  }
}

function json(response, value) {
  response.writeHead(200, { 'Content-Type': JSON_TYPE }).end(JSON.stringify(value));
}

function readByEvents(request, callback) {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => callback(text));
}

function cityOf({ city }) {
  return { city };
}

function formOf(text) {
  return Object.fromEntries(new URLSearchParams(text));
}
