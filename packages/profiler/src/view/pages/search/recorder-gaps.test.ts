import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';

process.env['ORIEL_MODE'] = 'development';

test('the list has a row where the recorder paused, with the number of requests that were not recorded', async (t) => {
  const { host, storage } = createProfilerHost();
  t.after(() => host.close());
  const time = Date.now();
  const pause = { requests: 41, milliseconds: 2500 };
  await storage.write([
    createProfile('GET /alpha', { summary: { time: time - 3000 } }),
    createProfile('GET /beta', {
      summary: { time: time - 2000, findings: ['recording-paused'] },
      data: { pause },
    }),
    createProfile('GET /gamma', { summary: { time: time - 1000 } }),
  ]);
  const read = async (path: string): Promise<string> => {
    const request = new Request(`http://localhost/_profiler/empty/search/results${path}`, {
      headers: { Accept: 'text/html' },
    });
    return (await host.fetch(request, { peer: '127.0.0.1' })).text();
  };
  const order = (page: string): readonly string[] => {
    const text = page.replace(/<tbody>/, 'ROWS').replace(/<[^>]*>/g, '');
    const found = text.slice(text.indexOf('ROWS')).match(/41 requests were not recorded|\/(?:alpha|beta|gamma)\b/g);
    return [...new Set(found)];
  };
  const gap = '41 requests were not recorded';
  assert.deepEqual(order(await read('')), ['/gamma', '/beta', gap, '/alpha']);
  assert.deepEqual(order(await read('?sort=time')), ['/alpha', gap, '/beta', '/gamma']);
  assert.deepEqual(order(await read('?sort=-duration')).includes(gap), false);
  const { gaps, rows } = JSON.parse(await read('.json')) as { gaps: object[]; rows: { path: string; token: string }[] };
  assert.deepEqual(gaps, [{ token: rows[1]!.token, ...pause }]);
  assert.match(await read('.md'), /41 requests were not recorded/);
});
