import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
// Long enough for a busy machine; no test waits for it to pass.
const LONG = 30_000;

const programWith = (gracePeriod: number): string => `
  import { HttpContext } from ${fileUrl('../../../core/src/http/context.ts')};
  import { HttpResponse } from ${fileUrl('../../../core/src/http/response.ts')};
  import { NodeServer } from ${fileUrl('./node-server.ts')};
  import { drainOnSignals } from ${fileUrl('./drain-on-signals.ts')};
  import { writeSync } from 'node:fs';
  let received = 0;
  process.on('exit', () => writeSync(1, 'received ' + received + '.'));
  const server = new NodeServer({
    async handle(incoming) {
      received++;
      const context = new HttpContext(incoming);
      const wait = Number(context.query);
      if (wait > 1000) console.log('started');
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      context.response = new HttpResponse(200, [], 'x'.repeat(2000));
      return context;
    },
  }, { port: 0, gracePeriod: ${gracePeriod} });
  const { port } = await server.listen();
  drainOnSignals(server, { log: (message) => console.error(message) });
  console.log(port);
`;

interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** Waits until the output contains a text. @returns the whole output so far */
  readonly waitForOutput: (expected: string) => Promise<string>;
}

async function startProgram(t: TestContext, gracePeriod = LONG): Promise<Program> {
  const child = spawn(
    process.execPath,
    ['--conditions=oriel:source', '--input-type=module-typescript', '--eval', programWith(gracePeriod)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(() => child.kill('SIGKILL'));
  let received = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (received += String(data)));
  const waitForOutput = async (expected: string): Promise<string> => {
    while (!received.includes(expected)) await sleep(5);
    return received;
  };
  await waitForOutput('\n');
  return { child, port: Number.parseInt(received, 10), waitForOutput };
}

/** Sends a request; resolves with the length of the response, or the error code. */
function send(port: number, agent: Agent, query = ''): Promise<number | string> {
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

describe('drainOnSignals', () => {
  for (const keepAlive of [true, false]) {
    it(`answers every received request on SIGTERM under load, with ${keepAlive ? 'persistent' : 'new'} connections`, async (t) => {
      const { child, port, waitForOutput } = await startProgram(t);
      const agent = new Agent({ keepAlive, maxSockets: 50 });
      const outcomes = new Map<number | string, number>();
      let stop = false;
      const clients = Array.from({ length: 20 }, async (_, i) => {
        while (!stop) {
          const outcome = await send(port, agent, String(i % 4));
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
      const received = Number(/received (\d+)\./.exec(await waitForOutput('.'))![1]);
      assert.equal(outcomes.get(2_000), received);
      outcomes.delete(2_000);
      outcomes.delete('ECONNREFUSED');
      // A client that waits longer than the keep-alive timeout may be disconnected; drain.test.ts has no such client.
      outcomes.delete('ECONNRESET');
      assert.deepEqual([...outcomes], []);
    });
  }

  it('exits immediately on a second signal', async (t) => {
    const { child, port, waitForOutput } = await startProgram(t);
    const slow = send(port, new Agent(), '60000');
    await waitForOutput('started');
    child.kill('SIGTERM');
    await waitForOutput('SIGTERM: draining');
    assert.equal(child.exitCode, null, 'the process did not wait for the request');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [143, null]);
    assert.equal(await slow, 'ECONNRESET');
  });

  it('exits with 1 if requests exceed the grace time', async (t) => {
    const { child, port, waitForOutput } = await startProgram(t, 300);
    const slow = send(port, new Agent(), '60000');
    await waitForOutput('started');
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.equal(await slow, 'ECONNRESET');
  });
});

function fileUrl(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}
