import assert from 'node:assert/strict';
import { test } from 'node:test';
import { route } from '../../packages/host/src/index.ts';
import { startRecordedHost } from './support/recorded-host.ts';

test('the profiler rejects requests from another machine, even if the Host header is localhost', async (t) => {
  await using recorded = await startRecordedHost({ routes: [route('hello', 'GET /hello', { handle: () => 'hello' })] });
  const token = (await recorded.client.send('GET /hello')).get('x-debug-token')!;
  await recorded.profile(token);
  process.env['ORIEL_MODE'] = 'development';
  t.after(() => delete process.env['ORIEL_MODE']);
  const paths = [
    '',
    'empty/search/results',
    token,
    `${token}.json`,
    `${token}/export/har`,
    'search?q=x',
    'tail',
    'open?file=packages/host/src/index.ts',
  ];
  for (const peer of ['10.0.0.7', '192.168.1.2', '::ffff:10.0.0.7', 'fe80::1', '8.8.8.8', ''])
    for (const path of paths) {
      const request = new Request(`http://localhost/_profiler/${path}`, { headers: { Accept: 'text/html' } });
      assert.equal((await recorded.host.fetch(request, { peer })).status, 403, `${peer} ${path}`);
    }
});
