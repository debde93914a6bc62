/** Accepts what a recorder sends, and discards it. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
