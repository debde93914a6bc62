/** An application that loads its framework, its driver and a library that computes for 200 ms with its first request. */
import { createServer } from 'node:http';

let application;
const server = createServer(async (request, response) => {
  application ??= (await import('./lib/lazy-application.mjs')).application;
  application(request, response);
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
