import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import { runInTrace } from '../../../core/src/trace/current.ts';
import { createPropagation } from './propagate-trace.ts';
import { watchHttpClients } from './watch-http.ts';

test('a fetch call during a request is recorded as a span with its URL and status', async (t) => {
  const url = await open(t);
  const trace = new RequestTrace();
  await runInTrace(trace, async () => (await fetch(`${url}/pot`)).text());
  const [span] = trace.spans;
  assert.equal(trace.spans.length, 1);
  assert.deepEqual([span!.kind, span!.name, span!.error], ['http', `GET ${url}/pot`, undefined]);
  assert.equal(span!.details?.['status'], 418);
});

test('a call with node:http is recorded as a span', async (t) => {
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

test('a call without a response is recorded as a failed span', async (t) => {
  const url = await open(t);
  const trace = new RequestTrace();
  await runInTrace(trace, () => assert.rejects(fetch(`${url}/hangup`)));
  await runInTrace(trace, () => new Promise((done) => get(`${url}/hangup`).on('error', done)));
  assert.equal(trace.spans.length, 2);
  for (const span of trace.spans) assert.match(span.error!, /Error: /);
});

test('a call outside of a recorded request is not recorded', async (t) => {
  const url = await open(t);
  assert.equal((await fetch(`${url}/pot`)).status, 418);
});

for (const [client, send] of [
  ['fetch', async (url: string, headers: Record<string, string>) => (await fetch(url, { headers })).json()],
  [
    'node:http',
    (url: string, headers: Record<string, string>) =>
      new Promise((resolve) =>
        get(url, { headers }, (answer) => answer.setEncoding('utf8').on('data', (text) => resolve(JSON.parse(text)))),
      ),
  ],
] as const) {
  test(`a call of ${client} to a loopback address carries the trace of the request`, async (t) => {
    const url = await open(t);
    const trace = new RequestTrace(undefined, { traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), sampled: true });
    const received = (await runInTrace(trace, () => send(`${url}/headers`, {}))) as Record<string, string>;
    assert.equal(received['traceparent'], `00-${'a'.repeat(32)}-${String(trace.spans[0]!.details!['spanId'])}-01`);
  });

  test(`a call of ${client} keeps its own traceparent header`, async (t) => {
    const url = await open(t);
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`;
    const trace = new RequestTrace();
    const received = (await runInTrace(trace, () => send(`${url}/headers`, { Traceparent: traceparent }))) as object;
    assert.deepEqual((received as Record<string, string>)['traceparent'], traceparent);
    assert.equal(trace.spans[0]!.details!['spanId'], undefined);
  });

  test(`a call of ${client} outside of a recorded request, or with propagation off, has no traceparent`, async (t) => {
    const url = await open(t, false);
    const trace = new RequestTrace();
    const within = (await runInTrace(trace, () => send(`${url}/headers`, {}))) as object;
    assert.equal('traceparent' in within, false);
    assert.equal('traceparent' in ((await send(`${url}/headers`, {})) as object), false);
    assert.equal(trace.spans.length, 1);
  });
}

test('two observers of a process record a call once', async (t) => {
  const url = await open(t);
  t.after(watchHttpClients());
  const trace = new RequestTrace();
  await runInTrace(trace, async () => (await fetch(`${url}/pot`)).text());
  assert.equal(trace.spans.length, 1);
});

async function open(t: TestContext, hosts: readonly string[] | false = []): Promise<string> {
  t.after(watchHttpClients(createPropagation(hosts)));
  const server = createServer((message, response) => {
    if (message.url === '/hangup') message.socket.destroy();
    else if (message.url === '/headers') response.setHeader('Connection', 'close').end(JSON.stringify(message.headers));
    else response.writeHead(418, { Connection: 'close' }).end('short and stout');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
