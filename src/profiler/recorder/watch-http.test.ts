import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { RequestTrace } from '../../core/trace/trace.ts';
import { runInTrace } from '../../core/trace/current.ts';
import { watchHttpClients } from './watch-http.ts';

test('a fetch during a request is a span with its address and status', async (t) => {
  const url = await open(t);
  const trace = new RequestTrace();
  await runInTrace(trace, async () => (await fetch(`${url}/pot`)).text());
  const [span] = trace.spans;
  assert.equal(trace.spans.length, 1);
  assert.deepEqual([span!.kind, span!.name, span!.error], ['http', `GET ${url}/pot`, undefined]);
  assert.equal(span!.details?.['status'], 418);
});

test('a request of node:http is a span, too', async (t) => {
  const url = await open(t);
  const trace = new RequestTrace();
  await runInTrace(
    trace,
    () => new Promise((done) => get(`${url}/pot`, (answer) => answer.resume().on('close', done))),
  );
  assert.equal(trace.spans.length, 1);
  assert.equal(trace.spans[0]!.details?.['status'], 418);
  assert.equal(trace.spans[0]!.name, `GET ${url}/pot`);
});

test('a request that reaches nobody is a failed span', async (t) => {
  const url = await open(t);
  const trace = new RequestTrace();
  await runInTrace(trace, () => assert.rejects(fetch(`${url}/hangup`)));
  await runInTrace(trace, () => new Promise((done) => get(`${url}/hangup`).on('error', done)));
  assert.equal(trace.spans.length, 2);
  for (const span of trace.spans) assert.match(span.error!, /Error: /);
});

test('a request that nobody records passes unseen', async (t) => {
  const url = await open(t);
  assert.equal((await fetch(`${url}/pot`)).status, 418);
});

async function open(t: TestContext): Promise<string> {
  t.after(watchHttpClients());
  const server = createServer((message, response) => {
    if (message.url === '/hangup') message.socket.destroy();
    else response.writeHead(418, { Connection: 'close' }).end('short and stout');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
