/** An order that is sent back, with `node:http`. Plain JavaScript, because the recorder is loaded as users load it. */
import { createServer } from 'node:http';
import { answer } from '../lib/drop-in-order.mjs';

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const body = answer(request.url, JSON.parse(text || '{}'));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});
// A busy machine may leave the client without a turn for longer than the default of five seconds.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
