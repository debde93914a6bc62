import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

for (const file of ['frameworks/fastify-5.mjs', 'frameworks/fastify-4.mjs'])
  test(`requests that ${file} rejects before the handler have their route and parameters`, async (t) => {
    const app = await startApplication(t, file);
    for (const [name, body, headers, status] of [
      ['a body that is not JSON', '{"city":', {}, 400],
      ['a body that does not match the schema', '{"town":"Lisbon"}', {}, 400],
      ['an unsupported type', 'city', { 'Content-Type': 'text/unknown' }, 415],
      ['an error of a hook', '{"city":"Lisbon"}', { 'X-Refuse': 'throw' }, 401],
      ['a response of a hook', '{"city":"Lisbon"}', { 'X-Refuse': 'reply' }, 403],
    ] as const) {
      const response = await fetch(`${app.url}/orders/7`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
      assert.equal(response.status, status, name);
      const { summary, data } = await app.profileOf(response);
      assert.deepEqual([summary.route, data.framework?.route], ['/orders/:id', '/orders/:id'], name);
      assert.match(data.request.handler ?? '', /lib\/fastify-app\.mjs:\d+$/, name);
      // Fastify passes no request to the code that calls a hook.
      if (status !== 403) assert.deepEqual(data.request.params, { id: '7' }, name);
    }
    const { summary } = await app.profileOf(await fetch(`${app.url}/missing`, { headers: { 'X-Refuse': 'throw' } }));
    assert.equal(summary.route, undefined);
  });
