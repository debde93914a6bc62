import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createErrorView } from '../../../../../core/src/errors/error-view.ts';
import { createProfile } from '../../../testing/create-profile.ts';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { createEditorLink } from '../../render/editor-links.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost({ editor: createEditorLink('vscode', { '/app': '/home/me/shop' }) });
after(() => host.close());

const CALLER = 'src/cart.ts:41';
const FINDING = {
  code: 'slow-query',
  severity: 'warning',
  text: `Slow query from \`${CALLER}\`: 80 ms`,
  panel: 'database',
};
const error = Object.assign(new Error('no'), {
  stack: 'Error: no\n    at pay (/app/src/pay.ts:7:3)\n    at node:internal/process/task_queues:1:2',
});
const request = { method: 'GET', url: '/cart', headers: [] };
const view = createErrorView({ error, status: 500, reason: 'Internal Server Error', request, logs: [], hints: [] });
const { summary, data } = createProfile('GET /cart', { summary: { route: 'cart', status: 500, dbCount: 1 } });
const span = { id: 1, parent: 0, kind: 'db', name: 'select 1', start: 0, duration: 80, error: undefined };
storage.write([
  {
    summary,
    data: {
      ...data,
      request: { ...data.request, handler: 'src/routes.ts:12' },
      config: { root: '/app' },
      exception: view,
      findings: [FINDING as never],
      spans: [{ ...span, details: { sql: 'select 1', parameters: [], caller: CALLER } } as never],
    },
  },
]);
const page = async (panel: string): Promise<string> => {
  const url = `http://localhost/_profiler/${summary.token}?panel=${panel}`;
  return (await host.fetch(new Request(url, { headers: { Accept: 'text/html' } }), { peer: '127.0.0.1' })).text();
};

test('the handler of the route, and positions in findings, open the editor', async () => {
  const text = await page('request');
  assert.equal(text.split('href="vscode://file/home/me/shop/src/routes.ts:12"').length, 3);
  assert.match(
    text,
    /<a href="vscode:\/\/file\/home\/me\/shop\/src\/cart\.ts:41"[^>]*><code>src\/cart\.ts:41<\/code><\/a>/,
  );
  assert.match(text, /<a href="[^"]*panel=database"[^>]*>Slow query from <\/a>/);
});

test('the caller of a query opens the editor', async () =>
  assert.match(
    await page('database'),
    /Called from<\/dt>\s*<dd><a[^>]* href="vscode:\/\/file\/home\/me\/shop\/src\/cart\.ts:41"/,
  ));

test('a frame of the application opens the editor, one of Node.js does not', async () => {
  const text = await page('exception');
  assert.match(text, /<a class="place" href="vscode:\/\/file\/home\/me\/shop\/src\/pay\.ts:7"/);
  assert.doesNotMatch(text, /href="vscode:[^"]*task_queues/);
});
