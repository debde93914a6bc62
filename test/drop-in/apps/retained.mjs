import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Counts the requests and responses that are still in memory. */
const alive = new Set();
const registry = new FinalizationRegistry((id) => alive.delete(id));
let count = 0;

const server = createServer(async (request, response) => {
  if (request.url === '/alive') {
    for (let i = 0; i < 20; i++) {
      globalThis.gc();
      await sleep(10);
    }
    return void response.end(String(alive.size));
  }
  for (const message of [request, response]) {
    alive.add(++count);
    registry.register(message, count);
  }
  if (request.url === '/wait') return void setTimeout(() => response.end('late'), 300);
  if (request.method === 'POST') for await (const _ of request);
  response.end('done');
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
