import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('the port that the process listens on is recorded if the URL has another', async (t) => {
  const app = await startApplication(t, 'forwarded.mjs');
  const { plain } = JSON.parse(/^ports (.*)$/m.exec(app.output())![1]!) as { plain: number };
  const record = async (host?: string): Promise<number | undefined> => {
    const message = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ port: plain, host: '127.0.0.1', headers: host === undefined ? {} : { host } }, resolve).on('error', reject),
    );
    message.resume();
    const headers = new Headers({ 'x-debug-token': String(message.headers['x-debug-token']) });
    return (await app.profileOf({ headers } as Response)).data.client?.localPort;
  };
  assert.equal(await record(), undefined);
  assert.equal(await record('shop.example'), plain);
  assert.equal(await record('localhost:8080'), plain);
});

test('the address of a client behind a proxy is that of the framework, and only a header that it ignores is a finding', async (t) => {
  const app = await startApplication(t, 'forwarded.mjs');
  const ports = JSON.parse(/^ports (.*)$/m.exec(app.output())![1]!) as Record<string, number>;
  const request = async (name: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.9' }) => {
    const response = await fetch(`http://127.0.0.1:${ports[name]}/`, { headers });
    const body = await response.text();
    const { summary, data } = await app.profileOf(response);
    return { body, ip: summary.ip, found: data.findings.filter(({ code }) => code === 'ignored-proxy') };
  };
  for (const name of ['expressTrusted', 'koaTrusted', 'fastifyTrusted'])
    assert.deepEqual(await request(name), { body: '203.0.113.9', ip: '203.0.113.9', found: [] }, name);
  const settings = {
    express: /set `app\.set\('trust proxy', '127\.0\.0\.1'\)`/,
    koa: /set `app\.proxy = true`/,
    fastify: /set `fastify\(\{ trustProxy: '127\.0\.0\.1' \}\)`/,
  };
  for (const [name, setting] of Object.entries(settings)) {
    const { body, ip, found } = await request(name);
    assert.deepEqual([body, ip, found.length], ['127.0.0.1', '127.0.0.1', 1], name);
    assert.match(found[0]!.text, setting);
    assert.deepEqual((await request(name, {})).found, [], name);
  }
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }])
    assert.deepEqual(await request('plain', headers), { body: 'plain', ip: '127.0.0.1', found: [] });
});
