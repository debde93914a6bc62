import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { serve } from './lib/answers.mjs';

/** A server that accepts WebSocket connections on `/socket`, and echoes bytes. */
const server = createServer((request, response) => response.end('not upgraded'));
serve(server);

// A second server, to which the first one passes some requests.
const other = createServer();
other.on('upgrade', (request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'));
other.listen(0, '127.0.0.1');

if (process.env.UPGRADES !== 'no')
  server.on('upgrade', (request, socket, head) => {
    console.log(`upgrade ${request.url}`);
    if (request.url === '/refused') return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    if (request.url === '/passed') return void other.emit('upgrade', request, socket, head);
    if (request.url === '/dropped') return void socket.destroy();
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...lines, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    // What the client sent with the head.
    socket.unshift(head);
    socket.on('data', (chunk) => {
      socket.write(chunk);
      if (String(chunk).includes('end')) socket.end();
    });
  });
