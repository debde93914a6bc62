import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost, route } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { TEST_CERTIFICATE, TEST_KEY } from '../robustness/certificate.ts';

test('a profile states the address of the client over HTTP/2', async (t) => {
  process.env['ORIEL_MODE'] = 'development';
  t.after(() => delete process.env['ORIEL_MODE']);
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    log: false,
    tls: { key: TEST_KEY, cert: TEST_CERTIFICATE },
    http2: true,
    profiler: { storage },
    routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })],
  });
  t.after(() => host.close());
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const session = connect(`https://localhost:${port}`, { ca: TEST_CERTIFICATE, rejectUnauthorized: false });
  await once(session, 'connect');
  const stream = session.request({ ':path': '/hello' });
  stream.resume();
  await once(stream, 'close');
  session.destroy();
  const find = () =>
    storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 10, cursor: undefined }).rows;
  while (find().length === 0) await sleep(20);
  assert.deepEqual(
    find().map(({ ip }) => ip),
    ['127.0.0.1'],
  );
});
