import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse, route } from '../../src/index.ts';
import { createTestHost } from '../../src/testing/index.ts';

const routes = [
  route('torn', 'GET /torn', { handle: () => new HttpResponse(200, [], torn()) }),
  route('endless', 'GET /endless', { handle: ({ signal }) => new HttpResponse(200, [], endless(signal)) }),
  route('whole', 'GET /whole', { handle: () => 'whole' }),
];

test('an answer in memory that breaks off is logged once, and the next request is answered', async () => {
  const { send, logs } = createTestHost({ routes, log: { level: 'warning' } });
  await assert.rejects((await send('GET /torn')).text(), /the source ran dry/);
  assertTold(logs);
  assert.equal(await (await send('GET /whole')).text(), 'whole');
  assert.equal(logs.length, 1);
});

test('an answer over a socket that breaks off is logged once, and the next request is answered', async () => {
  const { host, logs } = createTestHost({ routes, log: { level: 'warning' } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/torn`);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
    assertTold(logs);
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/whole`)).text(), 'whole');
    assert.equal(logs.length, 1);
  } finally {
    await host.close();
  }
});

test('a client that goes away is no failure of the answer', async () => {
  const { host, send, logs } = createTestHost({ routes, log: { level: 'warning' } });
  const answer = await send('GET /endless');
  await answer.body!.cancel();
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const open = await fetch(`http://127.0.0.1:${port}/endless`, { signal: leave.signal });
  await open.body!.getReader().read();
  leave.abort();
  // Closing waits until the answer is over.
  await host.close();
  assert.deepEqual(logs, []);
});

function assertTold(logs: readonly { level: string; channel: string; message: string; context: object }[]): void {
  assert.equal(logs.length, 1);
  const { level, channel, message, context } = logs[0]!;
  assert.deepEqual(
    [level, channel, message],
    ['critical', 'request', 'The response body broke off: the source ran dry'],
  );
  const { exception, method, url } = context as Record<string, unknown>;
  assert.ok(exception instanceof RangeError);
  assert.equal(method, 'GET');
  assert.match(String(url), /\/torn$/);
}

function torn(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls++ > 0) throw new RangeError('the source ran dry');
      controller.enqueue(Buffer.from('the beginning'));
    },
  });
}

// One that fails when its client goes, as sources that listen to the signal do.
function endless(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('on and on'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}
