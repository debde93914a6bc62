import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';

const WORKING = `
  const server = new NodeServer({
    async handle(incoming) {
      const context = new HttpContext(incoming);
      if (context.path === '/crash') process.exit(7);
      if (context.path === '/slow') await new Promise((resolve) => setTimeout(resolve, 300));
      context.response = new HttpResponse(200, [], String(process.pid));
      return context;
    },
  }, { port: 0, gracePeriod: 3000 });
  const { port } = await server.listen();
  drainOnSignals(server, { log: (message) => console.log(message) });
  process.send({ port });
`;

/** A primary with two workers; `worker` is what each of them runs. */
async function startPrimary(t: TestContext, worker: string, env: NodeJS.ProcessEnv = {}) {
  const file = join(tmpdir(), `oriel-workers-${process.pid}-${Math.random().toString(36).slice(2)}.mts`);
  writeFileSync(
    file,
    `import cluster from 'node:cluster';
     import { HttpContext } from ${fileUrl('../../../core/src/http/context.ts')};
     import { HttpResponse } from ${fileUrl('../../../core/src/http/response.ts')};
     import { NodeServer } from ${fileUrl('./node-server.ts')};
     import { drainOnSignals } from ${fileUrl('./drain-on-signals.ts')};
     import { runWorkers } from ${fileUrl('./workers.ts')};
     if (cluster.isPrimary) {
       runWorkers({ count: 2, gracePeriod: 3000, log: (message) => console.log(message) }, { restartDelay: 20, startTimeout: Number(process.env.START_TIMEOUT ?? 60_000) });
       cluster.on('message', (_worker, { port }) => console.log('port ' + port));
     } else { ${worker} }`,
  );
  const child = spawn(process.execPath, ['--conditions=oriel:source', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output);
      if (match) return match;
      await once(child.stdout, 'data');
    }
  };
  return { child, until };
}

function ask(port: number, path = '/'): Promise<string> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path, agent: new Agent() }, (message) => {
      let text = '';
      message.on('data', (data) => (text += String(data))).on('end', () => resolve(text));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });
}

describe('workers', () => {
  it('share the port, are replaced when they crash, and drain when the primary receives SIGTERM', async (t) => {
    const { child, until } = await startPrimary(t, WORKING);
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    const pids = new Set<string>();
    while (pids.size < 2) pids.add(await ask(port));

    assert.equal(await ask(port, '/crash'), 'ECONNRESET');
    await until(/ended with 7/);
    await until(/(?:port \d+[^]*){3}/);
    const later = new Set<string>();
    while (later.size < 2) later.add(await ask(port));
    assert.equal([...later].filter((pid) => !pids.has(pid)).length, 1, 'the crashed worker was not replaced');

    const slow = [ask(port, '/slow'), ask(port, '/slow')];
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    for (const answer of await Promise.all(slow)) assert.match(answer, /^\d+$/);
    assert.deepEqual(await ended, [0, null]);
  });

  it('are replaced on SIGHUP, without a refused request and after the last response of each', async (t) => {
    const { child, until } = await startPrimary(t, WORKING);
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    const pids = new Set<string>();
    while (pids.size < 2) pids.add(await ask(port));

    const slow = [1, 2, 3, 4].map(() => ask(port, '/slow'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill('SIGHUP');
    let replaced = false;
    const ready = until(/all workers are replaced/).then(() => (replaced = true));
    const answers: string[] = [];
    const load = async (): Promise<void> => {
      while (!replaced) answers.push(await ask(port));
    };
    await Promise.all([ready, load(), load(), load()]);
    for (const answer of [...answers, ...(await Promise.all(slow))]) assert.match(answer, /^\d+$/);
    for (let index = 0; index < 20; index++) assert.ok(!pids.has(await ask(port)), 'a previous worker still answers');

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('are kept on SIGHUP if a new worker does not listen, and are replaced after the error is corrected', async (t) => {
    const broken = join(tmpdir(), `oriel-broken-${process.pid}-${Math.random().toString(36).slice(2)}`);
    t.after(() => rmSync(broken, { force: true }));
    const { child, until } = await startPrimary(
      t,
      `if ((await import('node:fs')).existsSync(${JSON.stringify(broken)})) process.exit(3);${WORKING}`,
    );
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    const pids = new Set<string>();
    while (pids.size < 2) pids.add(await ask(port));

    writeFileSync(broken, '');
    child.kill('SIGHUP');
    await until(/ended with 3[^]*the previous workers are kept/);
    for (let index = 0; index < 20; index++) assert.ok(pids.has(await ask(port)));

    rmSync(broken);
    // Signals during a reload cause one more reload together.
    for (let index = 0; index < 4; index++) {
      child.kill('SIGHUP');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(/(?:all workers are replaced[^]*){2}/);
    const ended = once(child, 'exit');
    child.kill('SIGHUP');
    await until(/(?:all workers are replaced[^]*){2}replacing 2 workers/);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    const output = await until(/^[^]*$/);
    assert.equal(output[0].match(/replacing 2 workers/g)?.length, 4);
  });

  it('are kept on SIGHUP if a new worker neither listens nor exits, and are replaced by the next reload', async (t) => {
    const blocked = join(tmpdir(), `oriel-blocked-${process.pid}-${Math.random().toString(36).slice(2)}`);
    t.after(() => rmSync(blocked, { force: true }));
    const { child, until } = await startPrimary(
      t,
      `if ((await import('node:fs')).existsSync(${JSON.stringify(blocked)})) {
         process.on('SIGTERM', () => {});
         setInterval(() => {}, 1_000);
         await new Promise(() => {});
       }${WORKING}`,
      { START_TIMEOUT: '4000' },
    );
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    const pids = new Set<string>();
    while (pids.size < 2) pids.add(await ask(port));

    writeFileSync(blocked, '');
    child.kill('SIGHUP');
    await until(/did not listen within 4 s and is killed[^]*ended with SIGKILL[^]*the previous workers are kept/);
    for (let index = 0; index < 20; index++) assert.ok(pids.has(await ask(port)));

    rmSync(blocked);
    child.kill('SIGHUP');
    await until(/all workers are replaced/);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('that drain return the connections that the primary process sends meanwhile', async (t) => {
    const { child, until } = await startPrimary(t, WORKING);
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    // The primary process gives connections to its workers in turn.
    const draining = Number(await ask(port));
    const other = await ask(port);
    child.kill('SIGSTOP');
    // The system queues it until the primary process continues.
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    process.kill(draining, 'SIGTERM');
    await until(/drained/);
    child.kill('SIGCONT');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.ok((await text(socket)).endsWith(other));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('that are killed before they accept a connection do not leave its client waiting', async (t) => {
    const { child, until } = await startPrimary(t, WORKING);
    await until(/port \d+[^]*port \d+/);
    const port = Number((await until(/port (\d+)/))[1]);
    const pids = new Set<string>();
    while (pids.size < 2) pids.add(await ask(port));
    const [paused] = [...pids].map(Number);
    process.kill(paused!, 'SIGSTOP');
    // One of these is given to the paused worker. When a later one has its response, both were given to a worker.
    const answers = [ask(port), ask(port)];
    await Promise.race(answers);
    await ask(port);
    process.kill(paused!, 'SIGKILL');
    const codes = (await Promise.all(answers)).filter((answer) => !/^\d+$/.test(answer));
    assert.deepEqual(codes, ['ECONNRESET']);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('that never listen end the primary instead of being restarted forever', async (t) => {
    const { child } = await startPrimary(t, 'process.exit(3);');
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });
});

function fileUrl(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}
