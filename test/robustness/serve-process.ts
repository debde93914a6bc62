/** A server for `fork` that reports its memory. It accepts the messages `rss` and `stop`. */
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import { NodeServer } from '../../packages/host/src/server/node-server.ts';
import type { ServerOptions } from '../../packages/host/src/server/server-options.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';
import { StubApplication } from './serve.ts';

const { limits } = JSON.parse(process.argv[2] ?? '{}') as Pick<ServerOptions, 'limits'>;
const app = new StubApplication(async ({ path }) => {
  if (path.startsWith('/late/')) await new Promise((resolve) => setImmediate(resolve));
  return new HttpResponse(200, [], 'x'.repeat(Number(path.split('/').at(-1))));
});
const plain = new NodeServer(app, { port: 0, limits });
const secure = new NodeServer(app, { port: 0, limits, http2: true, tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } });
process.send!({ plain: (await plain.listen()).port, secure: (await secure.listen()).port });

process.on('message', async (message) => {
  if (message === 'rss') process.send!({ rss: process.memoryUsage.rss(), connections: plain.counters.connections });
  else process.exit();
});
