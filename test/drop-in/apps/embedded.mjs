import { createServer } from 'node:http';
import { profiler } from 'oriel';

/** A server that serves the pages of the profiler itself. */
const pages = profiler({ path: process.env.PAGES });
const server = createServer((request, response) => {
  pages(request, response, () => response.end('hello'));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
