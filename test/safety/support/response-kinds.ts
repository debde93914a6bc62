import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  BadRequestError,
  HttpResponse,
  NotFoundError,
  ProblemError,
  on,
  reply,
  route,
} from '../../../packages/host/src/index.ts';
import type { HostConfig } from '../../../packages/host/src/index.ts';
import type { RequestOptions } from './client.ts';

const file = join(mkdtempSync(join(tmpdir(), 'kinds-')), 'letters.txt');
writeFileSync(file, 'abcdefghij'.repeat(500));

const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
const stream = (...parts: string[]): ReadableStream<Uint8Array> => new Blob(parts).stream();
const delayed = (parts: readonly string[], failure?: Error): ReadableStream<Uint8Array> => {
  let index = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (index < parts.length) return controller.enqueue(new TextEncoder().encode(parts[index++]));
      if (failure) controller.error(failure);
      else controller.close();
    },
  });
};
const thrown = (value: unknown) => ({
  handle: () => {
    throw value;
  },
});

/** The configuration of a host with every kind of response. */
export const RESPONSE_KINDS = {
  routes: [
    route('text', 'GET /text', { handle: () => 'héllo' }),
    route('json', 'GET /json', { handle: async () => ({ a: [1, null, 'ü'] }) }),
    route('long', 'GET /long', { handle: () => 'long '.repeat(2_000) }),
    route('nothing', 'GET|DELETE /nothing', { handle: () => {} }),
    route('bytes', 'GET /bytes', { handle: () => bytes }),
    route('stream', 'GET /stream', { handle: () => stream('a', 'b', 'c') }),
    route('slow_stream', 'GET /slow-stream', { handle: () => delayed(['one ', 'two ', 'three']) }),
    route('events', 'GET /events', {
      handle: () =>
        new HttpResponse(200, ['Content-Type', 'text/event-stream'], delayed(['data: 1\n\n', 'data: 2\n\n'])),
    }),
    route('file', 'GET /file', {
      handle: () =>
        new HttpResponse(200, ['Content-Type', 'text/plain', 'ETag', '"v1"'], { file, start: 0, length: 5_000 }),
    }),
    route('response', 'GET /response', {
      handle: () => new Response('teapot', { status: 418, headers: { 'X-A': 'b' } }),
    }),
    route('cached', 'GET /cached', {
      handle: ({ headers }) =>
        headers.get('if-none-match') === '"v1"'
          ? new HttpResponse(304, ['ETag', '"v1"'])
          : reply(200, { v: 1 }, { ETag: '"v1"' }),
    }),
    route('moved', 'GET /moved', { handle: () => new HttpResponse(301, ['Location', '/text']) }),
    route('see', 'POST /see', { handle: () => new HttpResponse(303, ['Location', '/text']) }),
    route('folder', 'GET /folder/', { handle: () => 'folder' }),
    route('make', 'POST /things', {
      body: z.object({ name: z.string() }),
      handle: ({ body, urlFor }) => reply(201, body, { Location: urlFor('text') }),
    }),
    route('echo', 'POST|PUT /echo', {
      handle: async ({ payload }) => new HttpResponse(200, [], await payload.bytes()),
    }),
    route('query', 'GET /query', { query: z.object({ page: z.coerce.number() }), handle: ({ query }) => query }),
    route('cookies', 'GET /cookies', {
      handle: () => new HttpResponse(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Vary', 'Cookie'], 'x'),
    }),
    route('forward', 'GET /forward', { handle: ({ forward }) => forward('GET /json') }),
    route('forward_missing', 'GET /forward-missing', { handle: ({ forward }) => forward('GET /nowhere') }),
    route('early', 'GET /early', { handle: ({ earlyHints }) => (earlyHints('</a.css>; rel=preload'), 'x') }),
    route('bad', 'GET /bad', thrown(new BadRequestError('no'))),
    route('gone', 'GET /gone', thrown(new NotFoundError('gone', { headers: { 'X-Gone': '1' } }))),
    route('problem', 'GET /problem', thrown(new ProblemError(409, { type: '/problems/x', detail: 'twice' } as never))),
    route('fails', 'GET /fails', thrown(new Error('plain'))),
    route('string', 'GET /string', thrown('text')),
    route('injected', 'GET /injected', { handle: () => reply(200, 'x', { 'X-A': 'a\r\nB: c' }) }),
    route('late', 'GET /late', { handle: () => new Promise<unknown>((resolve) => setTimeout(resolve, 5, 'late')) }),
    route('logged', 'GET /logged', {
      handle: ({ log, context }) => (log('error', 'logged', { a: 1 }), context.attributes.set('a', 1), 'x'),
    }),
  ],
  listeners: [on('kernel.response', -200, 'stamp', ({ response }) => response.headers.set('X-Stamp', 'here'))],
} satisfies HostConfig;

const json = { 'Content-Type': 'application/json' };
const accept = (type: string): RequestOptions => ({ headers: { Accept: type } });

/** Requests for every kind of response. */
export const REQUESTS: readonly (readonly [line: string, ask?: RequestOptions])[] = [
  ...RESPONSE_KINDS.routes.flatMap(({ methods, path }) =>
    methods.includes('GET') ? ([[`GET ${path}`], [`HEAD ${path}`], [`OPTIONS ${path}`]] as const) : [],
  ),
  ...['text/html', 'application/json', 'text/markdown', 'text/plain'].flatMap((type) =>
    ['/nowhere', '/fails', '/string', '/text/'].map((path) => [`GET ${path}`, accept(type)] as const),
  ),
  ['GET /long', { headers: { 'Accept-Encoding': 'gzip' } }],
  ['GET /long', { headers: { 'Accept-Encoding': 'br' } }],
  ['GET /file', { headers: { Range: 'bytes=10-19' } }],
  ['GET /file', { headers: { Range: 'bytes=9999-' } }],
  ['GET /cached', { headers: { 'If-None-Match': '"v1"' } }],
  ['GET /folder'],
  ['GET /query?page=2'],
  ['GET /query?page=x'],
  ['GET /query?page=2&other=1'],
  ['POST /things', { headers: json, body: '{"name":"x"}' }],
  ['POST /things', { headers: json, body: '{"name":7}' }],
  ['POST /things', { headers: json, body: '{"name":' }],
  ['POST /things', { headers: { 'Content-Type': 'text/csv' }, body: 'a' }],
  ['POST /things'],
  ['POST /see', { body: 'x' }],
  ['POST /echo', { body: bytes }],
  ['PUT /echo', { body: 'x'.repeat(100_000) }],
  ['POST /text', { body: 'x' }],
  ['DELETE /nothing'],
  ['PATCH /text'],
  ['OPTIONS *'],
  ['PROPFIND /text'],
  ['GET /text', { headers: { Host: 'evil.example' } }],
  ['GET /text', { headers: { Expect: 'something' } }],
  ['GET //text'],
  ['GET /%2e%2e/text'],
  ['GET /te%78t'],
];
