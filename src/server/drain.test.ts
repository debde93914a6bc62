import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { dial, exchange } from '../../test/robustness/raw-socket.ts';
import { serve } from '../../test/robustness/serve.ts';
import { HttpResponse } from '../http/index.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const text = (body: string) => new HttpResponse(200, ['Content-Type', 'text/plain'], body);
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const PROGRAM = `
  import { HttpContext, HttpResponse } from ${JSON.stringify(new URL('../http/index.ts', import.meta.url).href)};
  import { NodeServer, drainOnSignals } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
  const server = new NodeServer({
    async handle(incoming) {
      const context = new HttpContext(incoming);
      const wait = Number(context.query);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      context.response = new HttpResponse(200, [], 'x'.repeat(2000));
      return context;
    },
  }, { port: 0, graceMs: 3000 });
  const { port } = await server.listen();
  drainOnSignals(server, { log: (message) => console.error(message) });
  console.log(port);
`;

async function startProgram(t: TestContext): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: Number(line.toString()) };
}

/** Asks once; gives the length of the answer, or the code of what went wrong. */
function ask(port: number, agent: Agent, query = ''): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent, path: `/?${query}` }, (message) => {
      let length = 0;
      message.on('data', (piece: Buffer) => (length += piece.length));
      message.on('end', () => resolve(length));
      message.on('error', (error: NodeJS.ErrnoException) => resolve(`broken: ${error.code}`));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });
}

describe('a server that drains', () => {
  it('finishes what was begun, and closes the connections that idle', async (t) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { port, server } = await serve(t, async () => {
      await released;
      return text('finished');
    });
    const busy = exchange(port, GET);
    const idle = await dial(port);
    while (server.counters.requests < 1) await sleep(5);
    const closing = server.close(5_000);
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
    const closing = server.close(2_000);
    socket.write(GET);
    await once(socket, 'close');
    assert.match(heard, /Connection: close[^]*still there/);
    assert.equal((await closing).answered, true);
  });

  it('cuts off what takes longer than the grace time, and says so', async (t) => {
    const { port, server } = await serve(t, () => new Promise(() => {}));
    const endless = exchange(port, GET);
    while (server.counters.requests < 1) await sleep(5);
    assert.deepEqual(await server.close(50), { answered: false, cut: 1 });
    assert.ok((await endless).closed);
  });

  it('tells the application, so that endless streams can end', async (t) => {
    const { server, app } = await serve(t, () => text('x'));
    let told = 0;
    Object.assign(app, { draining: () => told++ });
    await Promise.all([server.close(50), server.close(50)]);
    assert.equal(told, 1);
  });
});

describe('a process that drains', () => {
  for (const keepAlive of [true, false]) {
    it(`loses nothing under load on SIGTERM, with ${keepAlive ? 'kept' : 'new'} connections`, async (t) => {
      const { child, port } = await startProgram(t);
      const agent = new Agent({ keepAlive, maxSockets: 50 });
      const outcomes = new Map<number | string, number>();
      let stop = false;
      const clients = Array.from({ length: 20 }, async (_, i) => {
        while (!stop) {
          const outcome = await ask(port, agent, String(i % 4));
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (outcome === 'ECONNREFUSED') return;
        }
      });
      await sleep(400);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      stop = true;
      await Promise.all(clients);
      agent.destroy();
      assert.ok((outcomes.get(2_000) ?? 0) > 100, 'there was no load');
      outcomes.delete(2_000);
      outcomes.delete('ECONNREFUSED');
      assert.deepEqual([...outcomes], []);
    });
  }

  it('exits at once on a second signal', async (t) => {
    const { child, port } = await startProgram(t);
    const agent = new Agent();
    const slow = ask(port, agent, '60000');
    await sleep(100);
    child.kill('SIGTERM');
    await sleep(100);
    assert.equal(child.exitCode, null, 'it did not wait for the request');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [143, null]);
    assert.equal(await slow, 'ECONNRESET');
  });

  it('exits with 1 when the grace time was not enough', async (t) => {
    const { child, port } = await startProgram(t);
    const slow = ask(port, new Agent(), '60000');
    await sleep(100);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.equal(await slow, 'ECONNRESET');
  });
});
