import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqlProfileStorage } from '../../../../profiler/src/store/sqlite/sql-profile-storage.ts';
import { DEFAULT_QUERY } from '../../../../profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../../../profiler/src/store/memory/memory-profile-storage.ts';
import { z } from 'zod';
import { resource } from '../../index.ts';
import { defineHost } from '../../host/define-host.ts';
import { route } from '../../routes/route.ts';
import type { HostConfig } from '../../host/config.ts';
import type { Profile } from '../../../../profiler/src/profile/profile.ts';
import type { ProfileQuery } from '../../../../profiler/src/store/search/profile-query.ts';

const routes = [route('hello', 'GET /hello', { handle: () => 'Hello' })];
type Rule = Exclude<HostConfig['profiler'], false | undefined>;

test('profiles in a file can be read after the host is closed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-profiling-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'profiles.sqlite');
  const host = defineHost({ routes, log: false, profiler: { file } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const answer = await fetch(`http://127.0.0.1:${port}/hello`);
  await answer.text();
  await host.close();
  assert.ok(existsSync(file));
  const storage = new SqlProfileStorage({ file });
  t.after(() => storage.close());
  assert.equal(storage.read(answer.headers.get('x-debug-token')!)?.summary.route, 'hello');
});

test('the number of routes includes those of resources but not the profiler pages', async () => {
  const storage = new MemoryProfileStorage();
  const config = {
    resources: [resource('boats', z.object({ id: z.string() }), { id: 'id', provide: { list: () => [] } })],
  };
  const host = defineHost({
    ...config,
    routes,
    log: false,
    profiler: { storage, key: 'a-key-of-some-length-32-bytes-or-more' },
  });
  await ask(host, '/hello');
  await new Promise(setImmediate);
  await host.close();
  const [row] = storage.find(DEFAULT_QUERY).rows;
  const table = [...defineHost({ ...config, routes, log: false, profiler: false }).assembly('production').routes];
  assert.ok(table.length > 1);
  assert.equal(storage.read(row!.token)!.data.config['routes'], String(table.length));
});

test('requests that end before the storage has leased tokens are recorded when it has, up to a number', async () => {
  const storage = new MemoryProfileStorage();
  const answers: (() => void)[] = [];
  let lost = 0;
  const late = {
    read: (token: string) => storage.read(token),
    write: (batch: readonly Profile[]) => storage.write(batch),
    find: (query: ProfileQuery) => storage.find(query),
    pin: (token: string, note: string | undefined) => storage.pin(token, note),
    unpin: (token: string) => storage.unpin(token),
    clear: (all?: boolean) => storage.clear(all),
    close: () => storage.close(),
    lease: async (count: number) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return storage.lease(count);
    },
    get health() {
      return storage.health;
    },
    remove: (tokens: readonly string[]) => storage.remove(tokens),
    reportLost: (count: number) => void (lost += count),
  };
  const key = 'a-key-of-some-length-32-bytes-or-more';
  const host = defineHost({ routes, log: false, profiler: { storage: late, key, exposeToken: true } });
  const early = await ask(host, '/hello?early');
  for (let count = 1; count < 120; count++) await ask(host, '/hello');
  await new Promise(setImmediate);
  assert.equal(early.headers.get('x-debug-token'), null);
  assert.equal(storage.find(DEFAULT_QUERY).matched.count, 0);
  answers[0]!();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.match((await ask(host, '/hello')).headers.get('x-debug-token')!, /^[0-9a-f]{6}$/);
  await host.close();
  const { matched, rows } = storage.find({ ...DEFAULT_QUERY, limit: 1000 });
  assert.equal(matched.count, 101);
  assert.equal(lost, 20);
  assert.ok(rows.some(({ url }) => url.endsWith('/hello?early')));
});

test('production has a profiler only with a key', async () => {
  const storage = new MemoryProfileStorage();
  await using closed = defineHost({ routes, log: false, profiler: { storage } });
  assert.equal((await ask(closed, '/_profiler/empty/search/results')).status, 404);
  await using host = defineHost({
    routes,
    log: false,
    profiler: { storage, key: 'a-key-of-some-length-32-bytes-or-more' },
  });
  assert.equal((await ask(host, '/hello')).headers.has('x-debug-token'), false);
  const headers = { Authorization: 'Bearer a-key-of-some-length-32-bytes-or-more' };
  assert.ok((await ask(host, '/hello', headers)).headers.has('x-debug-token'));
  assert.notEqual((await ask(host, '/_profiler/empty/search/results')).status, 200);
  const keyed = await ask(host, '/_profiler/empty/search/results', {
    Authorization: 'Bearer a-key-of-some-length-32-bytes-or-more',
  });
  assert.equal(keyed.status, 200);
  assert.equal(keyed.headers.has('x-debug-token'), false);
});

for (const [name, rule, paths] of [
  ['all', {}, ['/hello', '/none']],
  ['errors', { keep: ['status:>=400'] }, ['/none']],
  ['slow ones', { keep: ['dur:>1h'] }, []],
  ['errors of a path', { keep: ['dur:>1h', 'path:/no status:404', 'path:/hello status:404'] }, ['/none']],
  ['what has a feature', { keep: ['has:exception'] }, ['/none']],
  ['what has a header', { keep: ['header.content-type:text'] }, ['/hello']],
  ['none of them by chance', { sample: 0 }, []],
  ['each of them by chance', { sample: 1 }, ['/hello', '/none']],
  ['errors and each of the others', { keep: ['status:>=400'], sample: 1 }, ['/hello', '/none']],
  ['one per minute', { perMinute: 1 }, ['/hello']],
] as const satisfies readonly (readonly [string, Rule, readonly string[]])[]) {
  test(`a host that keeps ${name} keeps ${paths.join(' and ')}`, async () => {
    const storage = new MemoryProfileStorage();
    const host = defineHost({
      routes,
      log: false,
      profiler: { storage, ...rule, key: 'a-key-of-some-length-32-bytes-or-more' },
    });
    await ask(host, '/hello');
    await ask(host, '/none');
    await new Promise(setImmediate);
    await host.close();
    const recordedPaths = storage.find(DEFAULT_QUERY).rows.map(({ url }) => new URL(url, 'http://localhost').pathname);
    assert.deepEqual(recordedPaths.toSorted(), paths);
  });
}

async function ask(
  host: ReturnType<typeof defineHost>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await host.fetch(new Request(`http://localhost${path}`, { headers }));
  await answer.text();
  return answer;
}
