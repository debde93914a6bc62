import { doesNotReject, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { checkRawExchanges } from './raw-exchanges.ts';
import { createLibrary } from './library.ts';

const { host } = createLibrary();
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const problem = '{"type":"x","title":"x","status":404}';
const missing = `HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nContent-Length: ${problem.length}\r\n\r\n${problem}`;
const invalid =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n3\r\n:1}\r\n0\r\n\r\n';

test('checkRawExchanges checks each of several requests on one connection with its response', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const requests = [get('/api/books/98'), get('/elsewhere'), get('/api/books/1')];
  await doesNotReject(checkRawExchanges(host, requests, missing + invalid));
  await rejects(
    checkRawExchanges(host, requests, missing + early + invalid + invalid),
    /GET \/api\/books\/1 → 200: .*required property/,
  );
});

test('checkRawExchanges decodes the path, and treats a method in lower case as unknown', async () => {
  await rejects(checkRawExchanges(host, [get('/api/book%73/1')], invalid), /required property/);
  await rejects(checkRawExchanges(host, [get('/api/books/1').toLowerCase()], invalid), /no such operation/);
});
