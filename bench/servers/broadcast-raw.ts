/** A minimal broadcast with `node:http`: a set of responses, and a loop that writes to each. */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { memoryNow } from '../lib/memory-now.ts';
import { publishPaced } from '../lib/publish-paced.ts';

const clients = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.url === '/state') return void response.end(JSON.stringify({ subscribers: clients.size }));
  if (request.url === '/memory') return void response.end(JSON.stringify(memoryNow()));
  if (request.method === 'POST') {
    publishPaced(request.url ?? '', (id, data) => {
      const event = Buffer.from(`id: ${id}\ndata: ${data}\n\n`);
      for (const client of clients) client.write(event);
    });
    return void response.end();
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  clients.add(response);
  response.on('close', () => clients.delete(response));
});
server.listen(Number(process.env['PORT']));
