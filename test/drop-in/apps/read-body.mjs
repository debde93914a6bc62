import { createServer } from 'node:http';

/** Reads each request to its end, and closes the connection. */
const server = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk) => (bytes += chunk.length));
  request.on('end', () => response.writeHead(200, { Connection: 'close' }).end(String(bytes)));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
