import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { drainOnSignals } from '../server/drain-on-signals.ts';
import { createTestHost } from '../testing/index.ts';
import { HostConfigError } from '../../../core/src/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';
import { defineHost } from './define-host.ts';
import type { Host } from './define-host.ts';
import { on } from './on.ts';
import { route } from '../routes/route.ts';

const handle = () => 'x';

function refusal(config: HostConfig): HostConfigError {
  try {
    defineHost(config);
  } catch (error) {
    if (error instanceof HostConfigError) return error;
    throw error;
  }
  throw new Error('defineHost did not throw');
}

test('HostConfigError lists all issues, each with place, reason, fix, file and line', () => {
  const twice = [
    route('a', 'GET /a', { handle }),
    route('a', 'GET /b/{', { handle }),
    route('c', 'GET /c/{id<[>}', { handle }),
  ];
  const { message, issues, code } = refusal({ routes: twice, query: 'loose' as 'strict' });
  assert.equal(code, 'ORIEL_CONFIG');
  assert.ok(issues.length >= 3, message);
  assert.match(message, new RegExp(`^The host cannot start: its configuration has ${issues.length} issues`));
  for (const issue of issues) {
    assert.match(issue.code, /^ORIEL_[A-Z_]+$/);
    assert.ok(issue.place && issue.reason && issue.fix, JSON.stringify(issue));
    if (issue.place.startsWith('routes')) {
      assert.match(issue.at!.file, /define-host\.test\.ts$/);
      assert.ok(message.includes(`${issue.at!.file}:${issue.at!.line}:${issue.at!.column}`));
    }
  }
});

test('HostConfigError uses the singular for one issue', () => {
  assert.match(
    refusal({ title: 'x', routs: [] } as HostConfig).message,
    /its configuration has 1 issue\n\n {2}routs {2}\[ORIEL_CONFIG_KEY\]\n {4}Unknown setting "routs"\n {4}fix: Did you mean "routes"\?\n$/s,
  );
});

test('adding a listener after the start throws an error', () => {
  const { dispatcher } = defineHost({}).assembly();
  assert.throws(() => dispatcher.add(on('kernel.request', 0, 'late', () => {})), { code: 'ORIEL_LISTENERS_FROZEN' });
});

test('a host creates its object graph once per mode', () => {
  const host = defineHost({ routes: [route('x', 'GET /x', { handle })] });
  assert.equal(host.assembly(), host.assembly('production'));
  assert.notEqual(host.assembly('development'), host.assembly('production'));
  assert.notEqual(host.assembly('development').routes, host.assembly('production').routes);
});

test('listeners that do not apply to a route are not in its plan', () => {
  const { routes } = defineHost({ routes: [route('x', 'GET /x', { handle })] }).assembly();
  const [first] = [...routes];
  const { plan } = first!.data as { plan: Record<string, { name: string }[]> };
  assert.deepEqual(
    plan['kernel.request']!.map(({ name }) => name),
    ['HostListener', 'RouterListener'],
  );
  assert.deepEqual(plan['kernel.controller_arguments'], []);
});

test('the request id is sent back', async () => {
  const routes = [route('x', 'GET /x', { handle })];
  assert.ok((await createTestHost({ routes }).send('GET /x')).headers.has('x-request-id'));
});

test('a handler writes to the log of its request', async () => {
  const chatty = route('x', 'GET /x', { handle: ({ log }) => log('notice', 'hello', { a: 1 }) });
  const { send, logs } = createTestHost({ routes: [chatty] });
  await send('GET /x', { headers: { 'X-Request-Id': 'r1' } });
  const record = logs.find(({ channel }) => channel === 'app');
  assert.deepEqual(
    [record?.level, record?.message, record?.context, record?.requestId],
    ['notice', 'hello', { a: 1 }, 'r1'],
  );
});

test('fetch without a peer has an unknown client, and with a peer the client of that address', async () => {
  const host = defineHost({ routes: [route('x', 'GET /x', { handle: ({ ip }) => ip })], log: false });
  const request = () => new Request('http://localhost/x');
  assert.equal(await (await host.fetch(request())).text(), 'unknown');
  assert.equal(await (await host.fetch(request(), { peer: '10.0.0.7' })).text(), '10.0.0.7');
  // Bun calls fetch with its server, Deno with an object that has no peer.
  const { fetch } = host as { fetch: (request: Request, info: unknown) => Promise<Response> };
  for (const info of [{ requestIP: () => null }, { peer: { address: '127.0.0.1' } }])
    assert.equal(await (await fetch(request(), info)).text(), 'unknown');
});

test('fetch without a peer ignores forwarding headers, whatever proxies are configured', async () => {
  const proxies = ['127.0.0.0/8', '::1', '10.0.0.0/8'];
  const host = defineHost({
    routes: [route('x', 'GET /x', { handle: ({ ip, context }) => `${ip} ${context.origin}` })],
    ...{ proxies, log: false },
  });
  const headers = { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' };
  const request = () => new Request('http://localhost/x', { headers });
  assert.equal(await (await host.fetch(request())).text(), 'unknown http://localhost');
  assert.equal(await (await host.fetch(request(), { peer: '10.0.0.7' })).text(), '127.0.0.1 https://evil.example');
});

test('in development only a client of this machine gets the profiler and the details of errors', async () => {
  process.env['ORIEL_MODE'] = 'development';
  const failing = () => {
    throw new Error('The message of an internal error');
  };
  await using host = defineHost({
    routes: [
      route('broken', 'GET /broken', { handle: failing }),
      route('outer', 'GET /outer', { handle: ({ forward }) => forward('/broken') }),
    ],
    health: { checks: { database: failing } },
    log: false,
  });
  const ask = async (path: string, peer?: string, headers: Record<string, string> = {}): Promise<string> =>
    (await host.fetch(new Request(`http://localhost${path}`, { headers }), { peer })).text();
  try {
    for (const accept of ['text/html', 'application/json', 'text/markdown', 'text/plain'])
      for (const path of ['/broken', '/outer', '/readyz']) {
        for (const peer of ['127.0.0.1', '127.0.0.5', '::1'])
          assert.match(await ask(path, peer, { accept }), /message of an internal error/, `${path} ${accept} ${peer}`);
        for (const peer of [undefined, '', 'unknown', '10.0.0.7', '172.17.0.1', 'localhost', '127.0.0.1.evil.example'])
          assert.doesNotMatch(await ask(path, peer, { accept }), /internal error/, `${path} ${accept} ${peer}`);
        const proxied = await ask(path, '127.0.0.1', { accept, 'X-Forwarded-For': '127.0.0.1' });
        assert.doesNotMatch(proxied, /internal error/, path);
      }
    const status = async (peer?: string) =>
      (await host.fetch(new Request('http://localhost/_profiler/empty/search/results.json'), { peer })).status;
    assert.deepEqual([await status(), await status('10.0.0.7'), await status('127.0.0.1')], [403, 403, 200]);
  } finally {
    delete process.env['ORIEL_MODE'];
  }
});

test('a host stops listening when it is closed or disposed', async () => {
  const host = defineHost({ log: false });
  const [one, two] = [
    await host.listen({ port: 0, host: '127.0.0.1' }),
    await host.listen({ port: 0, host: '127.0.0.1' }),
  ];
  assert.notEqual(one.port, two.port);
  await one.close();
  await assert.rejects(fetch(one.url));
  assert.equal((await fetch(two.url)).status, 404);
  await host.close();
  await assert.rejects(fetch(two.url));
});

test('bytes that are not a request are logged', async () => {
  const { host: world, logs } = createTestHost();
  await using host = world;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1').end('GET / HTTP/1.1\r\nno header\r\n\r\n');
  await once(socket.resume(), 'close');
  const { level, channel, message, context } = logs[0]!;
  assert.deepEqual([level, channel, context['status'], context['ip']], ['warning', 'server', 400, '127.0.0.1']);
  assert.match(message, /^Rejected before routing: 400 Bad Request \(HPE_\w+\)$/);
});

test('drainOnSignals drains what listen returns, within the grace period of the host', async () => {
  const begun = Promise.withResolvers<void>();
  const stuck = route('stuck', 'GET /stuck', {
    handle: async ({ signal }) => {
      begun.resolve();
      await once(signal, 'abort');
    },
  });
  const host = defineHost({ routes: [stuck], log: false, gracePeriod: 50 });
  const listening = await host.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(`${listening.url}/stuck`).catch(() => 'cut off');
  await begun.promise;
  const exit = Promise.withResolvers<number>();
  const stop = drainOnSignals(listening, { exit: exit.resolve });
  process.emit('SIGTERM');
  assert.equal(await exit.promise, 1);
  assert.equal(await answer, 'cut off');
  stop();
});

test('the assembly knows whether the host listens', () => {
  const host = defineHost({});
  assert.equal(host.assembly().onSent, undefined);
  assert.notEqual(host.assembly('production', true).onSent, undefined);
  assert.equal(host.assembly(), host.assembly('production', true));
});

test('development records the outcome of every listener if the host has a profiler', async (t) => {
  const routes = [route('x', 'GET /x', { handle })];
  assert.deepEqual(await getCalls(defineHost({ routes, log: false, profiler: false })), []);
  await using host = defineHost({ routes, log: false });
  // The first answer loads the profiler.
  process.env['ORIEL_MODE'] = 'development';
  t.after(() => delete process.env['ORIEL_MODE']);
  await host.fetch(new Request('http://localhost/x'));
  assert.deepEqual(await getCalls(host), [
    'HostListener called',
    'RouterListener called',
    'QueryParameterListener skipped',
  ]);
});

async function getCalls(host: Host): Promise<string[]> {
  const { createIncoming } = await import('../http/create-incoming.ts');
  const context = await host.assembly('development').handle(createIncoming('GET /x'));
  const calls = (context.trace as { listeners: { event: string; listener: string; outcome: string }[] }).listeners;
  return calls
    .filter(({ event }) => event === 'kernel.request')
    .map(({ listener, outcome }) => `${listener} ${outcome}`);
}
