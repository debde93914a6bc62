import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

// The young generation is small and the old one is not collected, so that what survives a request adds up.
const flags = ['--max-semi-space-size=1', '--initial-old-space-size=256'];

test('a recorded request leaves little in the old generation of V8', async (t) => {
  const app = await startApplication(t, 'promoted.mjs', { flags });
  const before = await send(app.url, 1_000);
  const after = await send(app.url, 2_000);
  const perRequest = (after - before) / 2_000;
  t.diagnostic(`${perRequest.toFixed(0)} bytes per request`);
  assert.ok(perRequest < 2_000, `${perRequest} bytes per request`);
});

async function send(url: string, count: number): Promise<number> {
  for (let sent = 0; sent < count; sent++) {
    const response = await fetch(`${url}/orders/${sent}`, { method: 'POST', body: `{"order":${sent}}` });
    await response.text();
  }
  return Number(await (await fetch(`${url}/old`)).text());
}
