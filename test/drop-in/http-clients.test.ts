import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RecordedBody } from '../../packages/profiler/src/profile/profile.ts';
import { httpClientPanel } from '../../packages/profiler/src/view/panels/http-client-panel.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';

test('calls of fetch, axios, got and node:http are recorded once, with redacted bodies', async (t) => {
  const app = await start(t);
  const body = '{"city":"Lisbon","password":"•••"}';
  for (const client of ['fetch', 'axios', 'got', 'node']) {
    const [call, ...others] = await calls(app, client);
    assert.equal(others.length, 0, `${client}: once`);
    assert.equal(call!['status'], 200, client);
    const { requestBody, responseBody } = call as Bodies;
    assert.deepEqual([requestBody?.content, requestBody?.size], [body, 38], client);
    assert.deepEqual([responseBody?.content, responseBody?.size], [body, 38], client);
    assert.ok(!JSON.stringify(call).includes('hunter2'), client);
  }
});

test('bodies of calls are decoded, and kept up to the limit of bytes', async (t) => {
  const app = await start(t, { ORIEL_PROFILER_BODY_CAP: '1000' });
  const [compressed] = (await calls(app, 'gzip')) as readonly Bodies[];
  assert.equal(compressed!.responseBody?.content, '{"password":"•••"}');
  const [large] = (await calls(app, 'large')) as readonly Bodies[];
  // The last word may be the beginning of a secret, so it is dropped.
  const isFull = ({ kept = 0, size }: Partial<RecordedBody> = {}): boolean =>
    kept > 900 && kept <= 1000 && size === 5000;
  assert.ok(isFull(large!.responseBody), JSON.stringify(large));
  // All calls of a request keep four times as much at most.
  const many = (await calls(app, 'many')) as readonly Bodies[];
  assert.deepEqual(
    many.map(({ responseBody }) => isFull(responseBody)),
    [true, true, true, true, false, false],
  );
  assert.equal(many[5]!.responseBody?.kept, 0);
});

test('the panel shows the bodies of a call', async (t) => {
  const app = await start(t);
  const profile = await app.profileOf(await fetch(`${app.url}/fetch`));
  const view = JSON.stringify(httpClientPanel.view(profile, { panel: () => '' } as never));
  assert.match(view, /Request body, 38 B, application\/json/);
  assert.match(view, /Response body, 38 B/);
  assert.match(view, /Lisbon/);
});

test('responses are the same without the recorder', async (t) => {
  const [recorded, plain] = await Promise.all([start(t), start(t, {}, true)]);
  for (const client of ['fetch', 'axios', 'got', 'node', 'gzip', 'large', 'many'])
    assert.equal(
      await (await fetch(`${recorded.url}/${client}`)).text(),
      await (await fetch(`${plain.url}/${client}`)).text(),
    );
});

interface Bodies {
  readonly requestBody?: RecordedBody;
  readonly responseBody?: RecordedBody;
}

async function calls(app: Application, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await app.profileOf(await fetch(`${app.url}/${path}`));
  return data.spans.filter(({ kind }) => kind === 'http').map(({ details = {} }) => details);
}

async function start(t: TestContext, env: Record<string, string> = {}, withoutRecorder = false): Promise<Application> {
  const server = createServer((request, response) => {
    if (request.url === '/gzip')
      return void response
        .setHeader('Content-Type', 'application/json')
        .setHeader('Content-Encoding', 'gzip')
        .end(gzipSync('{"password":"hunter2"}'));
    if (request.url === '/large') return void response.end('four '.repeat(1000));
    response.setHeader('Content-Type', request.headers['content-type'] ?? '');
    return void request.pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return startApplication(t, 'http-clients.mjs', { env: { ...env, ECHO_URL: url }, withoutRecorder });
}
