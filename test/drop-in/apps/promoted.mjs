import { createServer } from 'node:http';
import { getHeapSpaceStatistics } from 'node:v8';

/** Answers `/old` with the bytes of the old generation of V8, garbage included, and other requests with their body. */
const server = createServer(async (request, response) => {
  if (request.url === '/old') return void response.end(String(oldBytes()));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('[');
  response.end(`${Buffer.concat(chunks).toString()}]`);
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));

function oldBytes() {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
}
