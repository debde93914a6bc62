import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse, route } from '../../packages/host/src/index.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';

const routes = [
  route('failing', 'GET /failing', { handle: () => new HttpResponse(200, [], failing()) }),
  route('endless', 'GET /endless', { handle: ({ signal }) => new HttpResponse(200, [], endless(signal)) }),
  route('complete', 'GET /complete', { handle: () => 'complete' }),
];

test('an error of a response stream is logged once, and the next request succeeds, in memory', async () => {
  const { send, logs } = createTestHost({ routes, log: { level: 'warning' } });
  await assert.rejects((await send('GET /failing')).text(), /the source failed/);
  assertLogged(logs);
  assert.equal(await (await send('GET /complete')).text(), 'complete');
  assert.equal(logs.length, 1);
});

test('an error of a response stream is logged once, and the next request succeeds, over a socket', async () => {
  const { host, logs } = createTestHost({ routes, log: { level: 'warning' } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/failing`);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
    assertLogged(logs);
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/complete`)).text(), 'complete');
    assert.equal(logs.length, 1);
  } finally {
    await host.close();
  }
});

test('a response that the client aborts is not logged', async () => {
  const { host, send, logs } = createTestHost({ routes, log: { level: 'warning' } });
  const answer = await send('GET /endless');
  await answer.body!.cancel();
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const abort = new AbortController();
  const open = await fetch(`http://127.0.0.1:${port}/endless`, { signal: abort.signal });
  await open.body!.getReader().read();
  abort.abort();
  // close() waits for the end of the response.
  await host.close();
  assert.deepEqual(logs, []);
});

function assertLogged(logs: readonly { level: string; channel: string; message: string; context: object }[]): void {
  assert.equal(logs.length, 1);
  const { level, channel, message, context } = logs[0]!;
  assert.deepEqual([level, channel, message], ['critical', 'request', 'The response body failed: the source failed']);
  const { exception, method, url } = context as Record<string, unknown>;
  assert.ok(exception instanceof RangeError);
  assert.equal(method, 'GET');
  assert.match(String(url), /\/failing$/);
}

function failing(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls++ > 0) throw new RangeError('the source failed');
      controller.enqueue(Buffer.from('the beginning'));
    },
  });
}

// Fails when the client disconnects, like a source that observes the signal.
function endless(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('data'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}
