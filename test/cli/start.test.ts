import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { CITIES, stopAfter, hostFile, runOrielHost, createProject, startOrielHost } from './run-program.ts';

const SLOW = hostFile(`    route('pid', 'GET /pid', { handle: () => ({ pid: process.pid }) }),
    route('die', 'POST /die', { handle: () => { setImmediate(() => process.exit(9)); return null; } }),
    route('slow', 'GET /slow', { handle: async () => { console.log('started'); await new Promise((done) => setTimeout(done, 600)); return { done: true }; } }),
    route('stuck', 'GET /stuck', { handle: () => { console.log('started'); return new Promise(() => {}); } }),`);

/** Sends requests until two processes have responded and returns their process ids. */
async function pidsOfTwoWorkers(url: string): Promise<Set<unknown>> {
  const pids = new Set<unknown>();
  while (pids.size < 2) {
    const response = await fetch(`${url}/pid`, { headers: { Connection: 'close' } });
    pids.add(((await response.json()) as { pid: number }).pid);
  }
  return pids;
}

test('start logs its address in one JSON line and serves requests there', async (t) => {
  const started = stopAfter(t, startOrielHost(createProject(t, { 'host.ts': CITIES }), ['start', '--port', '0']));
  const [line] = await started.waitForOutput(/^\{.*\}$/m);
  const { level, channel, message, mode, routes } = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual([level, channel, mode, routes], ['info', 'server', 'production', 3]);
  const url = /http:\S+/.exec(String(message))![0];
  assert.deepEqual(await (await fetch(`${url}/cities/7`)).json(), { city: '7' });
});

test('start reads HOST and PORT from the environment; flags take precedence', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { waitForOutput } = stopAfter(
    t,
    startOrielHost(folder, ['start', '--port', '0'], { PORT: '1', HOST: 'localhost' }),
  );
  await waitForOutput(/Listening on http:\/\/localhost:(?!1")\d+/);
});

test('start in development mode prints the banner', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const started = stopAfter(t, startOrielHost(folder, ['start', '--port', '0'], { ORIEL_MODE: 'development' }));
  await started.waitForOutput(/^Oriel \S+ · development · http:\S+ · 3 routes$/m);
});

test('start logs its address to the sink of the host, and even if the log is disabled', async (t) => {
  const quiet = createProject(t, { 'host.ts': hostFile('', 'log: false,') });
  const project = createProject(t, {
    'host.ts': hostFile('', 'log: { sink: { write: ({ message }) => console.log(`own: ${message}`) } },'),
  });
  await stopAfter(t, startOrielHost(quiet, ['start', '--port', '0'])).waitForOutput(/"message":"Listening on /);
  await stopAfter(t, startOrielHost(project, ['start', '--port', '0'])).waitForOutput(/^own: Listening on http/m);
});

test('start reports why a host cannot listen without a stack', async (t) => {
  const folder = createProject(t, { 'host.ts': hostFile('', 'tls: { key: "no key", cert: "no certificate" },') });
  const { code, err } = await runOrielHost(folder, ['start', '--port', '0']);
  assert.equal(code, 1);
  assert.match(err, /^host\.ts cannot start/);
  assert.doesNotMatch(err, /node:internal/);
});

test('start accepts any host name in production mode', async (t) => {
  const { waitForOutput } = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': CITIES }), ['start', '--port', '0']),
  );
  const [, port] = await waitForOutput(/Listening on http:\/\/127\.0\.0\.1:(\d+)/);
  const socket = connect(Number(port), '127.0.0.1').end(
    'GET / HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n',
  );
  const [response] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  assert.match(response, /^HTTP\/1\.1 200 /);
});

for (const [signal, args] of [
  ['SIGTERM', []],
  ['SIGINT', []],
  ['SIGTERM', ['--workers', '2']],
  ['SIGINT', ['--workers', '2']],
] as const) {
  test(`${signal} ${args.join(' ')} finishes requests that have started, then exits`, async (t) => {
    const started = stopAfter(
      t,
      startOrielHost(createProject(t, { 'host.ts': SLOW }), ['start', '--port', '0', ...args]),
    );
    const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const response = fetch(`${url}/slow`);
    await started.waitForOutput(/^started$/m);
    started.child.kill(signal);
    assert.deepEqual(await (await response).json(), { done: true });
    assert.equal(await started.exitCode, 0);
    await assert.rejects(fetch(`${url}/pid`));
  });
}

test('onClose runs after the last response, also with workers', async (t) => {
  const closing = SLOW.replace(/\}\);\n$/, "onClose: () => console.log('closed'),\n});\n");
  for (const args of [[], ['--workers', '2']]) {
    const started = stopAfter(
      t,
      startOrielHost(createProject(t, { 'host.ts': closing }), ['start', '--port', '0', ...args]),
    );
    const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const response = fetch(`${url}/slow`).then((received) => received.json());
    await started.waitForOutput(/^started$/m);
    started.child.kill('SIGTERM');
    assert.deepEqual(await response, { done: true });
    assert.equal(await started.exitCode, 0);
    assert.match(started.out(), /^started$[^]*^closed$/m);
  }
});

test('a request that never ends is aborted after --grace', async (t) => {
  const started = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': SLOW }), ['start', '--port', '0', '--grace', '100']),
  );
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const response = fetch(`${url}/stuck`).then(
    ({ status }) => status,
    () => 'aborted',
  );
  await started.waitForOutput(/^started$/m);
  started.child.kill('SIGTERM');
  await started.exitCode;
  assert.notEqual(await response, 200);
});

test('--workers serves one port with several processes', async (t) => {
  const started = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': SLOW }), ['start', '--port', '0', '--workers', '2']),
  );
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const pids = await pidsOfTwoWorkers(url);
  assert.ok(!pids.has(started.child.pid));
  assert.equal(started.out().match(/Listening on/g)!.length, 1);
});

test('a worker that exits is logged and replaced', async (t) => {
  const started = stopAfter(
    t,
    startOrielHost(createProject(t, { 'host.ts': SLOW }), ['start', '--port', '0', '--workers', '2']),
  );
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  await pidsOfTwoWorkers(url);
  await fetch(`${url}/die`, { method: 'POST', headers: { Connection: 'close' } }).catch(() => {});
  await started.waitForOutput(/worker \d+ ended with 9/);
  const response = await fetch(`${url}/pid`, { headers: { Connection: 'close' } });
  assert.equal(response.status, 200);
});

test('start with workers reports configuration issues once', async (t) => {
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': hostFile('', 'limitz: {},') }), [
    'start',
    '--port',
    '0',
    '--workers',
    'max',
  ]);
  assert.equal(code, 1);
  assert.equal(err.match(/limitz +\[/g)!.length, 1);
});

test('start with workers rejects state in memory and prints the fix', async (t) => {
  const folder = createProject(t, { 'host.ts': hostFile('', 'sessions: {},') });
  const { code, err } = await runOrielHost(folder, ['start', '--port', '0', '--workers', '2']);
  assert.equal(code, 1);
  assert.match(err, /host\.ts cannot start on 2 workers/);
  assert.match(err, /sessions\.storage[^]*fix: .*--workers 1/);
  assert.equal(err.match(/sessions\.storage/g)!.length, 1);
});

test('start reports a port that is in use once, also with workers', async (t) => {
  const folder = createProject(t, { 'host.ts': CITIES });
  const { waitForOutput } = stopAfter(t, startOrielHost(folder, ['start', '--port', '0']));
  const [, port] = await waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)/);
  for (const args of [[], ['--workers', '4']]) {
    const { code, err } = await runOrielHost(folder, ['start', '--port', port!, ...args]);
    assert.equal(code, 1);
    assert.equal(err.match(new RegExp(`Port ${port} is already in use`, 'g'))?.length, 1, err);
    assert.doesNotMatch(err, /EPIPE|node:/);
  }
});
