import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
// Longer than any machine needs, however busy: what is over sooner ends sooner.
const LONG = 30_000;

const programWith = (graceMs: number): string => `
  import { HttpContext } from ${fileUrl('../http/context.ts')};
  import { HttpResponse } from ${fileUrl('../http/response.ts')};
  import { NodeServer } from ${fileUrl('./node-server.ts')};
  import { drainOnSignals } from ${fileUrl('./drain-on-signals.ts')};
  import { writeSync } from 'node:fs';
  let heard = 0;
  process.on('exit', () => writeSync(1, 'heard ' + heard + '.'));
  const server = new NodeServer({
    async handle(incoming) {
      heard++;
      const context = new HttpContext(incoming);
      const wait = Number(context.query);
      if (wait > 1000) console.log('begun');
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      context.response = new HttpResponse(200, [], 'x'.repeat(2000));
      return context;
    },
  }, { port: 0, graceMs: ${graceMs} });
  const { port } = await server.listen();
  drainOnSignals(server, { log: (message) => console.error(message) });
  console.log(port);
`;

interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** Waits until it has said this. @returns everything it has said so far */
  readonly said: (what: string) => Promise<string>;
}

async function startProgram(t: TestContext, graceMs = LONG): Promise<Program> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', programWith(graceMs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let heard = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (heard += String(data)));
  const said = async (what: string): Promise<string> => {
    while (!heard.includes(what)) await sleep(5);
    return heard;
  };
  await said('\n');
  return { child, port: Number.parseInt(heard, 10), said };
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

describe('a process that drains', () => {
  for (const keepAlive of [true, false]) {
    it(`loses nothing it has heard under load on SIGTERM, with ${keepAlive ? 'kept' : 'new'} connections`, async (t) => {
      const { child, port, said } = await startProgram(t);
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
      while ((outcomes.get(2_000) ?? 0) <= 100) await sleep(5);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      stop = true;
      await Promise.all(clients);
      agent.destroy();
      const heard = Number(/heard (\d+)\./.exec(await said('.'))![1]);
      assert.equal(outcomes.get(2_000), heard);
      outcomes.delete(2_000);
      outcomes.delete('ECONNREFUSED');
      // Of a client that was kept waiting for longer than a connection may idle; drain.test.ts is without such.
      outcomes.delete('ECONNRESET');
      assert.deepEqual([...outcomes], []);
    });
  }

  it('exits at once on a second signal', async (t) => {
    const { child, port, said } = await startProgram(t);
    const slow = ask(port, new Agent(), '60000');
    await said('begun');
    child.kill('SIGTERM');
    await said('SIGTERM: draining');
    assert.equal(child.exitCode, null, 'it did not wait for the request');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [143, null]);
    assert.equal(await slow, 'ECONNRESET');
  });

  it('exits with 1 when the grace time was not enough', async (t) => {
    const { child, port, said } = await startProgram(t, 300);
    const slow = ask(port, new Agent(), '60000');
    await said('begun');
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.equal(await slow, 'ECONNRESET');
  });
});

function fileUrl(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}
