import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Books } from './books.ts';
import { DOCUMENT } from './document.ts';
import { Rejection } from './exchange.ts';
import type { Call, Reply } from './exchange.ts';
import type { Fault } from './faults.ts';
import { readFile, readReport } from './files.ts';
import { Notes } from './notes.ts';

const USERS: Readonly<Record<string, string>> = { 'Bearer alice-token': 'alice', 'Bearer bob-token': 'bob' };
const MAX_BODY = 200_000;

/** Returns a server of the planted API with these faults. It serves its document at `/openapi.json`. */
export function plantedServer(...faults: Fault[]): Server {
  const state = { books: new Books(), notes: new Notes() };
  return createServer((request, response) => {
    answer(request, new Set(faults), state).then(
      (reply) => send(reply, request, response),
      (error: unknown) => send(rejected(error, request, faults), request, response),
    );
  });
}

interface State {
  readonly books: Books;
  readonly notes: Notes;
}

type Handler = (call: Call, parameter: string, state: State) => Reply;

const getId = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new Rejection(400, 'The id is not a number');
  return Number(text);
};

const ROUTES: readonly (readonly [path: RegExp, handlers: Readonly<Record<string, Handler>>])[] = [
  [/^\/openapi\.json$/, { GET: () => ({ status: 200, body: DOCUMENT }) }],
  [/^\/books$/, { GET: (call, _, { books }) => books.list(call), POST: (call, _, { books }) => books.create(call) }],
  [
    /^\/books\/([^/]+)$/,
    {
      GET: (call, id, { books }) => books.read(call, getId(id)),
      PUT: (call, id, { books }) => books.replace(call, getId(id)),
      PATCH: (call, id, { books }) => books.change(call, getId(id)),
      DELETE: (call, id, { books }) => books.remove(call, getId(id)),
    },
  ],
  [/^\/notes$/, { POST: (call, _, { notes }) => notes.create(call) }],
  [
    /^\/notes\/([^/]+)$/,
    {
      GET: (call, id, { notes }) => notes.read(call, getId(id)),
      PATCH: (call, id, { notes }) => notes.change(call, getId(id)),
      DELETE: (call, id, { notes }) => notes.remove(call, getId(id)),
    },
  ],
  [/^\/reports\/([^/]+)$/, { GET: (call, day) => readReport(call, day) }],
  [/^\/files\/([^/]+)$/, { GET: (call, name) => readFile(call, name) }],
];

async function answer(request: IncomingMessage, faults: ReadonlySet<Fault>, state: State): Promise<Reply> {
  const [path = '/', query = ''] = request.url!.split(/\?(.*)/s);
  const body = await readAll(request);
  const { method = 'GET', headers } = request;
  for (const [pattern, handlers] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const handler = handlers[method === 'HEAD' ? 'GET' : method];
    const allowed = Object.keys(handlers).flatMap((key) => (key === 'GET' ? ['GET', 'HEAD'] : key));
    if (!handler) throw new Rejection(405, 'The method is not allowed', { Allow: allowed.join(', ') });
    const parameter = decode(match[1] ?? '');
    decode(query);
    if (!pattern.test('/files/x') && !acceptsJson(headers.accept)) throw new Rejection(406, 'Only JSON is available');
    const call: Call = {
      method,
      path,
      query: new URLSearchParams(query),
      headers,
      body,
      user: USERS[headers.authorization ?? ''],
      has: (fault) => faults.has(fault),
    };
    return handler(call, parameter, state);
  }
  throw new Rejection(404, 'There is no such page');
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY) chunks.push(chunk);
  }
  if (bytes > MAX_BODY) throw new Rejection(413, 'The body is too large');
  return Buffer.concat(chunks);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Rejection(400, 'The address is not encoded in UTF-8');
  }
}

function acceptsJson(accept = '*/*'): boolean {
  return accept
    .split(',')
    .some((part) => !/;\s*q=0(\.0*)?\s*$/.test(part) && /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(part));
}

function rejected(error: unknown, { method }: IncomingMessage, faults: readonly Fault[]): Reply {
  const { status, headers, message } = error instanceof Rejection ? error : new Rejection(500, 'The server failed');
  const isHtml = faults.includes(13) && method !== 'GET' && message === 'The body is not JSON';
  if (isHtml) return { status, headers: { 'Content-Type': 'text/html' }, text: '<h1>Bad Request</h1>' };
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: { title: 'The request failed', status, detail: message },
  };
}

function send({ status, headers, body, text, raw, hangs }: Reply, request: IncomingMessage, response: ServerResponse) {
  if (hangs) return;
  if (raw !== undefined) return request.socket.end(raw);
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const length = payload === undefined || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(payload) };
  const type = payload === undefined ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, { ...type, ...length, ...headers });
  response.end(payload);
}
