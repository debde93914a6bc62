/** The lower bound: `node:http` with constant bytes, without routing and validation. */
import { createServer } from 'node:http';
import { ITEM_PATH, WORKLOADS, documentation } from '../workloads.ts';
import { ADDRESS, PORT, WORKLOAD, nextId } from './environment.ts';

const workload = WORKLOADS.find(({ name }) => name === WORKLOAD)!;
const { status, contentType, headers, samples, method, tagged, located, moving = [] } = workload;
const body = status === 304 ? '' : samples().at(0)!.answer(`127.0.0.1:${PORT}`);
const fixed = [
  ...Object.entries(headers).flat(),
  ...(tagged === true ? ['ETag', '"0123456789abcdef"', 'Link', documentation(`127.0.0.1:${PORT}`)] : []),
  ...(located === true ? ['Content-Location', ITEM_PATH] : []),
  ...moving.flatMap((name) => [name, new Date().toUTCString()]),
  'Content-Type',
  contentType,
  'Content-Length',
  String(Buffer.byteLength(body)),
];
const list = () => [...fixed, 'X-Request-Id', nextId()];

const server = createServer((request, response) => {
  if (method === 'GET') {
    response.writeHead(status, list()).end(body);
    return;
  }
  request.resume().on('end', () => response.writeHead(status, list()).end(body));
});
server.listen(PORT, ADDRESS);
