import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';
import type { HealthCheck } from '../../packages/host/src/features/health/health-config.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { HealthChecks } from '../../packages/host/src/features/health/health.ts';
import { exchange } from '../robustness/raw-socket.ts';

/** Milliseconds after which the results of checks are no longer cached. */
const CACHE = 1_050;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const routes = [route('slow', 'GET /slow', { handle: () => wait(150).then(() => 'done') })];

function createHost(health: HostConfig['health'], more: HostConfig = {}) {
  const logs: LogRecord[] = [];
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    routes,
    ...(health === undefined ? {} : { health }),
    ...more,
    profiler: { storage, key: 'the-key-of-this-test-with-32-bytes-or-more' },
    log: { level: 'debug', access: true, sink: { write: (record) => void logs.push(record) } },
  });
  const send = async (path: string, init?: RequestInit) => {
    const response = await host.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
  return { host, send, logs, storage };
}

describe('health', () => {
  test('reports 503 at the startup endpoint until all checks succeeded once, and 200 from then on', async () => {
    let isConnected = false;
    const { send, host } = createHost({ checks: { database: () => isConnected } });
    assert.deepEqual(await statusAndState(), [503, 'starting']);
    isConnected = true;
    await wait(CACHE);
    assert.deepEqual(await statusAndState(), [200, 'started']);
    isConnected = false;
    await wait(CACHE);
    assert.deepEqual(await statusAndState(), [200, 'started']);
    assert.equal((await send('/readyz')).status, 503);
    await host.close();

    async function statusAndState() {
      const { status, body } = await send('/startupz');
      return [status, (body as { status: string }).status];
    }
  });

  test('is alive and ready without checks, and must not be cached', async () => {
    const { send, host } = createHost(true);
    assert.deepEqual((await send('/livez')).body, { status: 'alive' });
    const { status, headers, body } = await send('/readyz?verbose');
    assert.deepEqual([status, body], [200, { status: 'ready', checks: {} }]);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('set-cookie'), null);
    assert.equal((await host.fetch(new Request('http://localhost/readyz', { method: 'HEAD' }))).status, 200);
    assert.equal((await host.fetch(new Request('http://localhost/readyz', { method: 'POST' }))).status, 404);
  });

  test('has no profile and no log record, and needs no known hostname', async () => {
    for (const [health, paths] of [
      [true, ['/livez', '/readyz', '/startupz']],
      [
        { live: '/internal/up', ready: '/internal/go', startup: '/internal/began' },
        ['/internal/up', '/internal/go', '/internal/began'],
      ],
    ] as const) {
      const { send, host, logs, storage } = createHost(health, { hosts: { names: ['example.com'] } });
      for (const path of paths) assert.equal((await send(path)).status, 200);
      assert.deepEqual(logs, []);
      const other = await host.fetch(new Request('http://example.com/slow'));
      await other.text();
      await host.close();
      assert.deepEqual(logs.filter(({ channel }) => channel === 'access').length, 1);
      const { rows } = storage.find(DEFAULT_QUERY);
      assert.deepEqual(
        rows.map(({ path }) => path),
        ['/slow'],
      );
    }
  });

  test('runs all checks concurrently and lists their outcomes without the errors', async () => {
    let started = 0;
    let startedWhenOneEnded = 0;
    const counted =
      (check: HealthCheck): HealthCheck =>
      (signal) => (started++, check(signal));
    const checks: Readonly<Record<string, HealthCheck>> = {
      database: () => wait(5).then(() => void (startedWhenOneEnded = started)),
      cache: async () => Promise.reject(new Error('connect redis://user:secret@10.0.0.9')),
      queue: () => false,
      search: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      disk: () => new Promise(() => {}),
      throws: () => {
        throw new TypeError('no');
      },
    };
    const { send, logs } = createHost({
      checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, counted(check)])),
    });
    const { status, body } = await send('/readyz');
    assert.equal(startedWhenOneEnded, 6, 'checks run concurrently');
    assert.equal(status, 503);
    assert.deepEqual(body, {
      status: 'not ready',
      checks: {
        database: 'ok',
        cache: 'failed',
        queue: 'failed',
        search: 'timed out',
        disk: 'timed out',
        throws: 'failed',
      },
    });
    assert.equal((await send('/livez')).status, 200);
    assert.match(logs.map(({ message }) => message).join('\n'), /Check "cache" failed: connect redis/);
  });

  test('lists the errors of checks in development', async () => {
    const host = defineHost({
      log: false,
      profiler: false,
      health: { checks: { cache: () => Promise.reject(new Error('no route')) } },
    });
    const { url } = await host.listen({ port: 0, mode: 'development' });
    const body = await (await fetch(`${url}/readyz`)).json();
    await host.close();
    assert.deepEqual(body, { status: 'not ready', checks: { cache: { outcome: 'failed', error: 'no route' } } });
  });

  test('caches the outcome of the checks, also for concurrent requests', async () => {
    let runs = 0;
    const { send, logs } = createHost({
      checks: { database: () => wait(20).then(() => ((runs += 1), Promise.reject(new Error('down')))) },
    });
    const all = await Promise.all(Array.from({ length: 200 }, () => send('/readyz')));
    assert.ok(all.every(({ status }) => status === 503));
    await send('/readyz');
    assert.equal(runs, 1);
    assert.deepEqual(
      logs.map(({ level }) => level),
      ['warning'],
    );
  });

  test('runs the checks again after the cache expires', async () => {
    let runs = 0;
    const { send, logs } = createHost({
      checks: { database: () => ((runs += 1), runs > 1 || Promise.reject(new Error('down'))) },
    });
    assert.equal((await send('/readyz')).status, 503);
    await wait(CACHE);
    assert.equal((await send('/readyz')).status, 200);
    assert.equal(runs, 2);
    assert.deepEqual(
      logs.map(({ level }) => level),
      ['warning', 'warning'],
    );
  });

  test('does not start a check again while it is pending', async () => {
    let runs = 0;
    const pending = () => ((runs += 1), new Promise(() => {}));
    const checks = new HealthChecks({ disk: pending }, () => {}, { timeout: 10, cache: 0 });
    for (let i = 0; i < 5; i++) assert.equal((await checks.run())[0]!.outcome, 'timed out');
    assert.equal(runs, 1);
  });
});

test('a stopping host reports "draining" at once, and responds to requests during the delay', async () => {
  const { host } = createHost({ delay: '2 s' });
  const { url, port } = await host.listen({ port: 0 });
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.equal((await fetch(`${url}/startupz`)).status, 200);
  const slow = fetch(`${url}/slow`);
  await wait(30);
  const closed = host.close();
  const { text } = await exchange(port, 'GET /readyz HTTP/1.1\r\nHost: 10.0.0.1\r\nConnection: close\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 503 [^]*\{"status":"draining"\}$/);
  assert.equal((await fetch(`${url}/livez`)).status, 200);
  assert.equal((await fetch(`${url}/startupz`)).status, 200);
  assert.equal(await (await fetch(`${url}/slow`)).text(), 'done');
  assert.equal(await (await slow).text(), 'done');
  await closed;
  await assert.rejects(fetch(`${url}/livez`));
});

test('without health, its paths respond with 404', async () => {
  const { send } = createHost(undefined);
  assert.equal((await send('/livez')).status, 404);
  assert.equal((await createHost(false).send('/readyz')).status, 404);
});

describe('rejects a configuration', () => {
  for (const [name, health, path] of [
    ['with a string as health', 'yes', 'health'],
    ['with an invalid path', { live: 'livez' }, 'health.live'],
    ['with a path that has a parameter', { ready: '/{x}' }, 'health.ready'],
    ['with one path for both', { live: '/z', ready: '/z' }, 'health.ready'],
    ['with one path for startup and live', { live: '/z', startup: '/z' }, 'health.startup'],
    ['with one path for startup and ready', { startup: '/readyz' }, 'health.startup'],
    ['with an invalid startup path', { startup: 'startupz' }, 'health.startup'],
    ['with the path of a route', { live: '/slow' }, 'health.live'],
    ['with an invalid check', { checks: { db: 'select 1' } }, 'health.checks.db'],
    ['with a timeout', { timeout: 5_000 }, 'health.timeout'],
    ['with an infinite delay', { delay: Infinity }, 'health.delay'],
    ['with an unknown setting', { check: {} }, 'health.check'],
  ] as const)
    test(name, () => {
      assert.throws(
        () => defineHost({ routes, health: health as never }),
        (error) => error instanceof HostConfigError && error.issues[0]!.place === path,
      );
    });
});
