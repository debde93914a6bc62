import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { startTarget } from './lib/target.ts';

// The young generation is small and the old one is not collected, so that what survives a request adds up.
const flags = ['--max-semi-space-size=1', '--initial-old-space-size=256'];

for (const file of ['node-http', 'express-5', 'fastify-5', 'koa', 'hono', 'h3', 'connect', 'nest-express'])
  test(`a recorded request leaves little in the old generation of V8: ${file}`, async (t) => {
    const options = { flags, imports: ['lib/print-old-generation.mjs'], env: { TARGET_URL: await startTarget(t) } };
    const app = await startApplication(t, `frameworks/${file}.mjs`, options);
    for (const [name, path, most] of [
      ['a response', '/users/', 3_000],
      ['an error', '/throw?', 5_000],
    ] as const) {
      await send(app.url + path, 500);
      const before = await oldBytes(app);
      await send(app.url + path, 1_000);
      const perRequest = ((await oldBytes(app)) - before) / 1_000;
      t.diagnostic(`${name}: ${perRequest.toFixed(0)} bytes per request`);
      assert.ok(perRequest < most, `${name}: ${perRequest} bytes per request`);
    }
  });

async function send(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) await (await fetch(`${url}${sent}`)).text();
}

// The next number that the application prints.
function oldBytes(app: Application): Promise<number> {
  const known = app.errors().length;
  return eventually(() => {
    const [, bytes] = /^old generation: (\d+)\n/m.exec(app.errors().slice(known)) ?? [];
    return bytes === undefined ? undefined : Number(bytes);
  });
}
