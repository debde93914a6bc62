import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, route } from '../../src/index.ts';
import type { HostConfig, LogRecord } from '../../src/index.ts';
import type { HealthCheck } from '../../src/features/health/health-config.ts';
import { DEFAULT_QUERY } from '../../src/profiler/search/profile-query.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { exchange } from '../robustness/raw-socket.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const routes = [route('slow', 'GET /slow', { handle: () => wait(150).then(() => 'done') })];

function watched(health: HostConfig['health'], more: HostConfig = {}) {
  const logs: LogRecord[] = [];
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    routes,
    ...(health === undefined ? {} : { health }),
    ...more,
    profiler: { storage, key: 'the-key-of-this-test-with-32-bytes-or-more' },
    log: { level: 'debug', access: true, sink: { write: (record) => void logs.push(record) } },
  });
  const ask = async (path: string, init?: RequestInit) => {
    const response = await host.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
  return { host, ask, logs, storage };
}

describe('health', () => {
  test('is alive and ready when nothing else is asked for, and kept by nobody', async () => {
    const { ask, host } = watched(true);
    assert.deepEqual((await ask('/livez')).body, { status: 'alive' });
    const { status, headers, body } = await ask('/readyz?verbose');
    assert.deepEqual([status, body], [200, { status: 'ready', checks: {} }]);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('set-cookie'), null);
    assert.equal((await host.fetch(new Request('http://localhost/readyz', { method: 'HEAD' }))).status, 200);
    assert.equal((await host.fetch(new Request('http://localhost/readyz', { method: 'POST' }))).status, 404);
  });

  test('leaves no profile and no line in the log, needs no host name, no user', async () => {
    for (const [health, paths] of [
      [true, ['/livez', '/readyz']],
      [{ live: '/internal/up', ready: '/internal/go' }, ['/internal/up', '/internal/go']],
    ] as const) {
      const { ask, host, logs, storage } = watched(health, { hosts: { names: ['example.com'] } });
      for (const path of paths) assert.equal((await ask(path)).status, 200);
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

  test('depends on checks, which run at once and are told by name, not by what they threw', async () => {
    let begun = 0;
    let begunWhenOneWasOver = 0;
    const begins =
      (check: HealthCheck): HealthCheck =>
      (signal) => (begun++, check(signal));
    const checks: Readonly<Record<string, HealthCheck>> = {
      database: () => wait(5).then(() => void (begunWhenOneWasOver = begun)),
      cache: async () => Promise.reject(new Error('connect redis://user:secret@10.0.0.9')),
      queue: () => false,
      search: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      disk: () => new Promise(() => {}),
      throws: () => {
        throw new TypeError('no');
      },
    };
    const { ask, logs } = watched({
      timeout: 400,
      checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, begins(check)])),
    });
    const { status, body } = await ask('/readyz');
    assert.equal(begunWhenOneWasOver, 6, 'they run at once');
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
    assert.equal((await ask('/livez')).status, 200);
    assert.match(logs.map(({ message }) => message).join('\n'), /Check "cache" failed: connect redis/);
  });

  test('tells developers why', async () => {
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

  test('is looked at once, however many ask, as long as that holds', async () => {
    let runs = 0;
    const { ask, logs } = watched({
      cache: 60_000,
      checks: { database: () => wait(20).then(() => ((runs += 1), Promise.reject(new Error('down')))) },
    });
    const all = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')));
    assert.ok(all.every(({ status }) => status === 503));
    await ask('/readyz');
    assert.equal(runs, 1);
    assert.deepEqual(
      logs.map(({ level }) => level),
      ['warning'],
    );
  });

  test('is looked at again after a moment', async () => {
    let runs = 0;
    const { ask, logs } = watched({
      cache: 30,
      checks: { database: () => ((runs += 1), runs > 1 || Promise.reject(new Error('down'))) },
    });
    assert.equal((await ask('/readyz')).status, 503);
    await wait(60);
    assert.equal((await ask('/readyz')).status, 200);
    assert.equal(runs, 2);
    assert.deepEqual(
      logs.map(({ level }) => level),
      ['warning', 'notice'],
    );
  });

  test('does not start a check again that still hangs', async () => {
    let runs = 0;
    const { ask } = watched({ cache: 0, timeout: 10, checks: { disk: () => ((runs += 1), new Promise(() => {})) } });
    for (let i = 0; i < 5; i++) assert.equal((await ask('/readyz')).status, 503);
    assert.equal(runs, 1);
  });
});

test('a host that stops is not ready at once, alive, and answers what was begun and what comes within the delay', async () => {
  const { host } = watched({ delay: 2_000 });
  const { url, port } = await host.listen({ port: 0 });
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const slow = fetch(`${url}/slow`);
  await wait(30);
  const closed = host.close();
  const { text } = await exchange(port, 'GET /readyz HTTP/1.1\r\nHost: 10.0.0.1\r\nConnection: close\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 503 [^]*\{"status":"draining"\}$/);
  assert.equal((await fetch(`${url}/livez`)).status, 200);
  assert.equal(await (await fetch(`${url}/slow`)).text(), 'done');
  assert.equal(await (await slow).text(), 'done');
  await closed;
  await assert.rejects(fetch(`${url}/livez`));
});

test('without health there is nothing at its paths', async () => {
  const { ask } = watched(undefined);
  assert.equal((await ask('/livez')).status, 404);
  assert.equal((await watched(false).ask('/readyz')).status, 404);
});

describe('a host does not start', () => {
  for (const [name, health, place] of [
    ['with health that is a text', 'yes', 'health'],
    ['with a path that is none', { live: 'livez' }, 'health.live'],
    ['with a path that varies', { ready: '/{x}' }, 'health.ready'],
    ['with one path for both', { live: '/z', ready: '/z' }, 'health.ready'],
    ['with the path of a route', { live: '/slow' }, 'health.live'],
    ['with a check that is none', { checks: { db: 'select 1' } }, 'health.checks.db'],
    ['with no time for checks', { timeout: 0 }, 'health.timeout'],
    ['with an endless delay', { delay: Infinity }, 'health.delay'],
    ['with a setting nobody knows', { check: {} }, 'health.check'],
  ] as const)
    test(name, () => {
      assert.throws(
        () => defineHost({ routes, health: health as never }),
        (error) => error instanceof HostConfigError && error.issues[0]!.place === place,
      );
    });
});
