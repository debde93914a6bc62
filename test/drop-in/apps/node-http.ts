import { createServer, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** A server of `node:http` without a framework. */
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url!, 'http://localhost');
  if (pathname === '/hello')
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"hello":"world"}');
  if (pathname === '/array')
    return void response.writeHead(201, 'Made', ['Content-Type', 'text/plain', 'X-Two', '1', 'X-Two', '2']).end('made');
  if (pathname === '/empty') return void response.writeHead(204).end();
  if (pathname === '/chunks') {
    for (const part of ['one ', 'two ', 'three']) {
      response.write(part);
      await sleep(1);
    }
    return void response.end();
  }
  if (pathname === '/gzip') {
    response.setHeader('Content-Encoding', 'gzip').setHeader('Content-Type', 'application/json');
    return void response.end(gzipSync('{"password":"hunter2","city":"Lisbon"}'));
  }
  if (pathname === '/echo') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('Content-Type', request.headers['content-type'] ?? 'text/plain');
    return void response.end(Buffer.concat(chunks));
  }
  if (pathname === '/call') {
    const port = (server.address() as { port: number }).port;
    console.warn('calling', `/hello`);
    const answer = await fetch(`http://127.0.0.1:${port}/hello`);
    return void response.end(await answer.text());
  }
  if (pathname === '/forward') {
    const { to = '', by, traceparent } = Object.fromEntries(new URL(request.url!, 'http://localhost').searchParams);
    const headers = traceparent === undefined ? {} : { traceparent };
    if (by !== 'http') return void response.end(await (await fetch(to, { headers })).text());
    return void get(to, { headers }, (answer) => answer.pipe(response));
  }
  if (pathname === '/warning') {
    process.emitWarning('The old parser is used', 'DeprecationWarning', 'DEP9999');
    await sleep(1);
    return void response.end('warned');
  }
  if (pathname === '/headers') return void response.end(JSON.stringify(request.headers));
  if (pathname === '/crash')
    return void setTimeout(() => {
      throw new TypeError('planned crash');
    }, 1);
  response.statusCode = 404;
  response.end('not found');
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as { port: number }).port}`));
