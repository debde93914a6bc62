import { openSync } from 'node:fs';
import { createServer } from 'node:http2';
import { serve } from './lib/answers.mjs';
import { handle } from './lib/plain-handler.mjs';

/** A server of `node:http2`: paths below `/stream-api` are answered by streams, all others by the compatibility API. */
const FILE = openSync(import.meta.filename);
const server = createServer();
server.on('stream', (stream, headers) => {
  if (headers[':path'] === '/stream-api/file') stream.respondWithFile(import.meta.filename, { 'x-file': 'yes' });
  if (headers[':path'] === '/stream-api/range')
    stream.respondWithFD(FILE, { 'content-length': 7 }, { offset: 9, length: 7 });
  if (headers[':path'] === '/stream-api/none') stream.end('no head');
  if (headers[':path'] === '/stream-api/never') console.error('no response yet');
  if (headers[':path'] !== '/stream-api/echo') return;
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('end', () => {
    console.log('echo');
    stream.respond({ ':status': 202, 'content-type': 'application/json' });
    stream.end(Buffer.concat(chunks));
  });
});
server.on('request', (request, response) => {
  if (!request.url.startsWith('/stream-api/')) void handle(request, response);
});
serve(server);
