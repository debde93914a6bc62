import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { defineHost, route } from 'oriel-host';
import { maintenanceMode } from './maintenance.ts';

test('while maintenance is on, requests get 503 with Retry-After and the host is not ready', async () => {
  const maintenance = maintenanceMode((path) => path === '/admin');
  const routes = ['hello', 'admin'].map((name) => route(name, `GET /${name}`, { handle: () => name }));
  await using host = defineHost({ routes, health: true, plugins: [maintenance.plugin], log: false });
  const { url, close } = await host.listen({ port: 0 });
  assert.equal((await fetch(`${url}/hello`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);

  maintenance.start(30);
  // The results of checks are cached for a second.
  await setTimeout(1_000);
  const response = await fetch(`${url}/hello`);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '30');
  assert.equal((await fetch(`${url}/admin`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);

  maintenance.stop();
  assert.equal((await fetch(`${url}/hello`)).status, 200);
  await close();
});
