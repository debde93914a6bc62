import Fastify from 'fastify';
import { profiler } from 'oriel';

/** An application of Fastify that serves the pages of the profiler itself. */
const app = Fastify();
const pages = profiler({ path: process.env.PAGES });
app.addHook('onRequest', (request, reply, done) => pages(request.raw, reply.raw, done));
app.get('/hello', (_request, reply) =>
  reply.type('text/html').send('<title>hello</title><link rel="icon" href="data:,">hello'),
);
await app.listen({ port: 0 });
console.log(`listening on ${app.server.address().port}`);
