import { doesNotReject, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { holdRaw } from './held-raw.ts';
import { library } from './library.ts';

const { host } = library();
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const problem = '{"type":"x","title":"x","status":404}';
const missing = `HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nContent-Length: ${problem.length}\r\n\r\n${problem}`;
const lie =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n3\r\n:1}\r\n0\r\n\r\n';

test('of many requests on one connection each is held with its own answer', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const requests = [get('/api/books/98'), get('/elsewhere'), get('/api/books/1')];
  await doesNotReject(holdRaw(host, requests, missing + lie));
  await rejects(holdRaw(host, requests, missing + early + lie + lie), /GET \/api\/books\/1 → 200: .*required property/);
});

test('a spelling of a path is the same path, and a method in small letters is another method', async () => {
  await rejects(holdRaw(host, [get('/api/book%73/1')], lie), /required property/);
  await rejects(holdRaw(host, [get('/api/books/1').toLowerCase()], lie), /no such operation/);
});
