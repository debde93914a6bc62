import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { dial, exchange } from '../../../test/robustness/raw-socket.ts';
import { serve } from '../../../test/robustness/serve.ts';
import { HttpResponse } from '../http/response.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
// Longer than any machine needs, however busy: what is over sooner ends sooner.
const LONG = 30_000;

describe('a server that drains', () => {
  it('finishes what was begun, and closes the connections that idle', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { port, server } = await serve(t, async () => {
      await released;
      return text('finished');
    });
    const busy = exchange(port, GET, LONG);
    const idle = await dial(port);
    // The system makes a connection before the server has it.
    while (server.counters.requests < 1 || server.counters.connections < 2) await sleep(5);
    const closing = server.close(LONG);
    assert.equal(server.draining, true);
    await once(idle, 'close');
    release();
    const { text: heard, closed } = await busy;
    assert.match(heard, /Connection: close[^]*finished$/);
    assert.ok(closed);
    assert.deepEqual(await closing, { answered: true, cut: 0 });
    await assert.rejects(dial(port), { code: 'ECONNREFUSED' });
  });

  it('answers a request that comes over a kept connection just after the drain began', async (t) => {
    const { port, server } = await serve(t, () => text('still there'));
    const socket = await dial(port);
    let heard = '';
    socket.on('data', (data) => (heard += String(data)));
    socket.write(GET);
    while (!heard.includes('still there')) await sleep(5);
    heard = '';
    const closing = server.close(LONG);
    socket.write(GET);
    await once(socket, 'close');
    assert.match(heard, /Connection: close[^]*still there/);
    assert.equal((await closing).answered, true);
  });

  it('answers those whose connections the system has made, and that it has not met yet', async (t) => {
    const { port, server } = await serve(t, () => text('welcome'));
    const sockets = Array.from({ length: 50 }, () => connect({ port, host: '127.0.0.1' }));
    const answers = sockets.map(async (socket) => {
      let heard = '';
      socket.on('data', (data) => (heard += String(data))).write(GET);
      await once(socket, 'close');
      return heard;
    });
    await once(sockets.at(-1)!, 'connect');
    assert.ok(server.counters.requests < 50, 'it has met them all');
    const closing = server.close(LONG);
    for (const heard of await Promise.all(answers)) assert.match(heard, /welcome/);
    assert.deepEqual(await closing, { answered: true, cut: 0 });
  });

  it('cuts off what takes longer than the grace time, and says so', async (t) => {
    const { port, server } = await serve(t, () => new Promise(() => {}));
    const endless = exchange(port, GET, LONG);
    while (server.counters.requests < 1) await sleep(5);
    assert.deepEqual(await server.close(50), { answered: false, cut: 1 });
    assert.ok((await endless).closed);
  });

  it('tells the application, so that endless streams can end', async (t) => {
    const { server, app } = await serve(t, () => text('x'));
    let calls = 0;
    Object.assign(app, { onDraining: () => calls++ });
    await Promise.all([server.close(50), server.close(50)]);
    assert.equal(calls, 1);
  });
});
