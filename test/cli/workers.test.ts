import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { stopAfter, runOrielHost, createProject, startOrielHost, writeFiles } from './run-program.ts';

const HOST = (more = '') => `import { defineHost, memoryStore, resource, route } from 'oriel-host';
import { z } from 'zod';
const Boat = z.object({ id: z.int(), name: z.string(), price: z.number() });
const boats = resource('boats', Boat, {
  id: 'id',
  page: { by: 'cursor', size: 2 },
  only: ['list', 'get'],
  fields: { price: ({ headers }) => headers.get('x-admin') === '1' },
  store: memoryStore([1, 2, 3, 4, 5].map((id) => ({ id, name: 'boat', price: 7 }))),
});
const pid = route('pid', 'GET /pid', { handle: () => ({ pid: process.pid }) });
export default defineHost({ resources: [boats], routes: [pid], ${more} });
`;

/** Sends a request on a new connection, so that both workers receive requests. */
const send = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { Connection: 'close', ...headers } });

async function startTwoWorkers(t: TestContext, more = '', env: NodeJS.ProcessEnv = {}) {
  const folder = createProject(t, { 'host.ts': HOST(more) });
  const started = stopAfter(t, startOrielHost(folder, ['start', '--port', '0', '--workers', '2'], env));
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const pids = new Set<unknown>();
  while (pids.size < 2) pids.add(((await (await send(`${url}/pid`)).json()) as { pid: number }).pid);
  return { url, started, folder };
}

/** Follows one next link ten times and compares one entity tag ten times, on both workers. */
async function assertSharedSecret(url: string): Promise<void> {
  const { headers } = await send(`${url}/api/boats`);
  const [, next] = /<([^>]+)>; ?rel="next"/.exec(headers.get('link') ?? '')!;
  const tags = new Set<string | null>();
  for (let round = 0; round < 10; round++) {
    const page = await send(new URL(next!, url).href);
    assert.equal(page.status, 200);
    assert.deepEqual(
      ((await page.json()) as { id: number }[]).map(({ id }) => id),
      [3, 4],
    );
    tags.add((await send(`${url}/api/boats/1`)).headers.get('etag'));
  }
  assert.equal(tags.size, 1);
}

test('start --workers 2 serves the changed host after SIGHUP, and keeps the previous one if the change is invalid', async (t) => {
  const { url, started, folder } = await startTwoWorkers(t);
  const boat = async () => (await send(`${url}/api/boats/1`)).status;
  assert.equal(await boat(), 200);

  writeFiles(folder, { 'host.ts': 'export default 1;' });
  started.child.kill('SIGHUP');
  await started.waitForOutput(/the previous workers are kept/);
  for (let round = 0; round < 10; round++) assert.equal(await boat(), 200);

  const changed = `import { defineHost, route } from 'oriel-host';
    export default defineHost({ routes: [route('tide', 'GET /tide', { handle: () => 'High' })] });`;
  writeFiles(folder, { 'host.ts': changed });
  started.child.kill('SIGHUP');
  await started.waitForOutput(/all workers are replaced/);
  for (let round = 0; round < 10; round++) {
    assert.equal(await (await send(`${url}/tide`)).text(), 'High');
    assert.equal(await boat(), 404);
  }
});

test('start --workers 2 without a secret accepts cursors and entity tags of either worker, and logs one warning', async (t) => {
  const { url, started } = await startTwoWorkers(t);
  await assertSharedSecret(url);
  assert.equal(started.out().match(/No secret is configured/g)?.length, 1);
  assert.match(started.out(), /"level":"warning".*ORIEL_SECRET/);
});

test('start --workers 2 with ORIEL_SECRET accepts cursors and entity tags of either worker without a warning', async (t) => {
  const { url, started } = await startTwoWorkers(t, '', { ORIEL_SECRET: 'x'.repeat(32) });
  await assertSharedSecret(url);
  assert.doesNotMatch(started.out(), /No secret is configured/);
});

test('start --workers 2 rejects items and idempotency keys in memory and prints a fix for each', async (t) => {
  const host = `import { defineHost, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), { id: 'id', store: memoryStore(), idempotency: 'accept' });
export default defineHost({ resources: [boats] });
`;
  const { code, err } = await runOrielHost(createProject(t, { 'host.ts': host }), [
    'start',
    '--port',
    '0',
    '--workers',
    '2',
  ]);
  assert.equal(code, 1);
  assert.match(err, /host\.ts cannot start on 2 workers/);
  assert.match(err, /resources\[0\] "boats"\.store[^]*fix: Use sqlStore\(database, table\)/);
  assert.match(
    err,
    /api\.idempotency\.store[^]*fix: Set state: \{ database: .+ or use a shared store, such as sqlIdempotencyStore\(database\)/,
  );
});

test('check prints which state is shared, and by what, without passwords', async (t) => {
  const folder = createProject(t, {
    'host.ts': `import { defineHost } from 'oriel-host';
export default defineHost({ instances: 'many', sessions: {}, hub: { publicUrl: 'https://a.example/.well-known/mercure' }, state: { redis: 'redis://:hidden@127.0.0.1:1' } });
`,
  });
  const { code, out } = await runOrielHost(folder, ['check']);
  assert.equal(code, 0);
  assert.match(
    out,
    /^ {2}updates of the hub {2}all machines {2}redis:\/\/127\.0\.0\.1:1\n {2}sessions {12}all machines {2}redis:\/\/127\.0\.0\.1:1$/m,
  );
  const listed = await runOrielHost(folder, ['check', '--json']);
  const { state } = JSON.parse(listed.out) as { state: object[] };
  assert.deepEqual(state[1], { name: 'sessions', sharedBy: 'all machines', where: 'redis://127.0.0.1:1' });
  assert.equal((out + listed.out).includes('hidden'), false);
});

test('start and check reject instances: "many" with sessions in memory; check does not require the secret', async (t) => {
  const folder = createProject(t, {
    'host.ts': `import { defineHost } from 'oriel-host';\nexport default defineHost({ instances: 'many', sessions: {} });\n`,
    'valid.ts': `import { defineHost } from 'oriel-host';\nexport default defineHost({ instances: 'many' });\n`,
  });
  const started = await runOrielHost(folder, ['start', '--port', '0']);
  assert.equal(started.code, 1);
  assert.match(started.err, /secret {2}\[ORIEL_SECRET\][^]*sessions\.storage {2}\[ORIEL_WORKERS_SESSIONS\]/);
  const checked = await runOrielHost(folder, ['check']);
  assert.equal(checked.code, 1);
  assert.match(checked.err, /sessions\.storage {2}\[ORIEL_WORKERS_SESSIONS\]/);
  assert.doesNotMatch(checked.err, /ORIEL_SECRET/);
  assert.equal((await runOrielHost(folder, ['check', 'valid.ts'])).code, 0);
  const without = await runOrielHost(folder, ['start', 'valid.ts', '--port', '0']);
  assert.equal(without.code, 1);
  assert.match(without.err, /fix: Use at least 32 random bytes: ORIEL_SECRET=/);
});

const HUB = `import { defineHost, route } from 'oriel-host';
const host = defineHost({
  hub: { anonymous: true, publicUrl: 'http://localhost/.well-known/mercure', subscriptions: false },
  routes: [
    route('pid', 'GET /pid', { handle: () => ({ pid: process.pid }) }),
    route('die', 'POST /die', { handle: () => { setImmediate(() => process.exit(9)); return null; } }),
    route('publish', 'POST /publish/{id}', { handle: async ({ params }) => {
      await host.hub.publish({ id: 'urn:publish:' + params.id, topics: ['/updates'], data: String(process.pid) });
      return { pid: process.pid };
    } }),
  ],
});
export default host;
`;

interface ReceivedUpdate {
  readonly id: string;
  readonly from: string;
}

/** Subscribes on a new connection. Returns a function that waits for a number of updates. */
async function subscribe(
  t: TestContext,
  url: string,
  query = '',
): Promise<(count: number) => Promise<ReceivedUpdate[]>> {
  const abort = new AbortController();
  t.after(() => abort.abort());
  const response = await fetch(`${url}/.well-known/mercure?topic=/updates${query}`, {
    signal: abort.signal,
    headers: { Connection: 'close' },
  });
  assert.equal(response.status, 200);
  let text = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return async (count) => {
    for (;;) {
      const found = [...text.matchAll(/id: (\S+)\ndata: (\d+)\n|data: (\d+)\nid: (\S+)\n/g)];
      const received = found.map(([, id, from, other, last]) => ({ id: (id ?? last)!, from: (from ?? other)! }));
      if (received.length >= count) return received;
      const { value, done } = await reader.read();
      assert.ok(!done, `The stream ended after:\n${text}`);
      text += value;
    }
  };
}

test('start --workers 2 delivers hub updates to subscribers of all workers in the same order, and to workers started later', async (t) => {
  const folder = createProject(t, { 'host.ts': HUB });
  const started = stopAfter(
    t,
    startOrielHost(folder, ['start', '--port', '0', '--workers', '2'], { ORIEL_SECRET: 'x'.repeat(32) }),
  );
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const waitForWorkers = async (pids: Set<unknown>, size: number): Promise<void> => {
    while (pids.size < size) {
      // A connection passed to a worker that is exiting never gets a response.
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`${url}/pid`, { signal, headers: { Connection: 'close' } }).catch(() => undefined);
      if (response) pids.add(((await response.json()) as { pid: number }).pid);
    }
  };
  const pids = new Set<unknown>();
  await waitForWorkers(pids, 2);
  // Enough streams that both workers get some.
  const streams = await Promise.all(Array.from({ length: 6 }, () => subscribe(t, url)));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fetch(`${url}/publish/${index}`, { method: 'POST', headers: { Connection: 'close' } }),
    ),
  );
  const [first, ...others] = await Promise.all(streams.map((receive) => receive(20)));
  assert.equal(new Set(first!.map(({ id }) => id)).size, 20);
  assert.equal(new Set(first!.map(({ from }) => from)).size, 2, 'both workers have published');
  for (const other of others) assert.deepEqual(other, first);

  await fetch(`${url}/die`, { method: 'POST', headers: { Connection: 'close' } }).catch(() => {});
  await waitForWorkers(pids, 3);
  const late = await Promise.all(Array.from({ length: 4 }, () => subscribe(t, url, '&lastEventID=earliest')));
  for (const receive of late)
    assert.deepEqual(
      (await receive(20)).map(({ id }) => id),
      first!.map(({ id }) => id),
    );
});

test('workers that are stopped right after their start answer all requests that were sent before', async (t) => {
  for (let round = 0; round < 4; round++) {
    const folder = createProject(t, { 'host.ts': HOST() });
    const started = stopAfter(t, startOrielHost(folder, ['start', '--port', '0', '--workers', '4'], {}, true));
    const [, port] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)/);
    const sockets = Array.from({ length: 60 }, () => connect(Number(port), '127.0.0.1'));
    const responses = sockets.map(async (socket) => {
      let text = '';
      socket.on('data', (data) => (text += String(data))).write('GET /pid HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'close').catch((error: unknown) => (text += String(error)));
      return text.slice(0, 12);
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // A terminal sends a signal to the whole process group, a supervisor to the primary process.
    if (round % 2 === 0) started.child.kill('SIGTERM');
    else process.kill(-started.child.pid!, 'SIGINT');
    assert.deepEqual([...new Set(await Promise.all(responses))], ['HTTP/1.1 200']);
    assert.equal(await started.exitCode, 0);
  }
});
