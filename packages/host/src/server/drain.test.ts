import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { openConnection, exchange } from '../../../../test/robustness/raw-socket.ts';
import { serve } from '../../../../test/robustness/serve.ts';
import { HttpResponse } from '../../../core/src/http/response.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
// Long enough for a busy machine; no test waits for it to pass.
const LONG = 30_000;

describe('NodeServer.close', () => {
  it('finishes requests in progress and closes idle connections', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { port, server } = await serve(t, async () => {
      await released;
      return text('finished');
    });
    const busy = exchange(port, GET, LONG);
    const idle = await openConnection(port);
    // The operating system accepts a connection before the server does.
    while (server.counters.requests < 1 || server.counters.connections < 2) await sleep(5);
    const closing = server.close(LONG);
    assert.equal(server.draining, true);
    await once(idle, 'close');
    release();
    const { text: received, closed } = await busy;
    assert.match(received, /Connection: close[^]*finished$/);
    assert.ok(closed);
    assert.deepEqual(await closing, { answered: true, cut: 0 });
    await assert.rejects(openConnection(port), { code: 'ECONNREFUSED' });
  });

  it('answers a request on a persistent connection that arrives just after draining started', async (t) => {
    const { port, server } = await serve(t, () => text('still open'));
    const socket = await openConnection(port);
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    socket.write(GET);
    while (!received.includes('still open')) await sleep(5);
    received = '';
    const closing = server.close(LONG);
    socket.write(GET);
    await once(socket, 'close');
    assert.match(received, /Connection: close[^]*still open/);
    assert.equal((await closing).answered, true);
  });

  it('answers requests on connections that the server has not accepted yet', async (t) => {
    const { port, server } = await serve(t, () => text('welcome'));
    const sockets = Array.from({ length: 50 }, () => connect({ port, host: '127.0.0.1' }));
    const answers = sockets.map(async (socket) => {
      let received = '';
      socket.on('data', (data) => (received += String(data))).write(GET);
      await once(socket, 'close');
      return received;
    });
    await once(sockets.at(-1)!, 'connect');
    assert.ok(server.counters.requests < 50, 'the server has already accepted all connections');
    const closing = server.close(LONG);
    for (const received of await Promise.all(answers)) assert.match(received, /welcome/);
    assert.deepEqual(await closing, { answered: true, cut: 0 });
  });

  it('destroys connections that exceed the grace time and returns their number', async (t) => {
    const { port, server } = await serve(t, () => new Promise(() => {}));
    const endless = exchange(port, GET, LONG);
    while (server.counters.requests < 1) await sleep(5);
    assert.deepEqual(await server.close(50), { answered: false, cut: 1 });
    assert.ok((await endless).closed);
  });

  it('calls onDraining once, so that endless streams can end', async (t) => {
    const { server, app } = await serve(t, () => text('x'));
    let calls = 0;
    Object.assign(app, { onDraining: () => calls++ });
    await Promise.all([server.close(50), server.close(50)]);
    assert.equal(calls, 1);
  });
});
