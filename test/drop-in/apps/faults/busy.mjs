import { createServer } from 'node:http';

/** A server that blocks the event loop for a time that the client chooses: `/block?ms=300`. */
const server = createServer((request, response) => {
  const milliseconds = Number(new URL(request.url, 'http://localhost').searchParams.get('ms'));
  for (const end = performance.now() + milliseconds; performance.now() < end;);
  response.end('done');
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
