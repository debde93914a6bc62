import Fastify from 'fastify';
import { respond } from './respond.mjs';

const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.all('/*', async (request, reply) => {
  const { url: path, headers, body = '' } = request;
  const result = await respond({ path, headers, body });
  request.user = result.user;
  return reply.code(result.status).headers(result.headers).send(result.body);
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on ${app.server.address().port}`);
