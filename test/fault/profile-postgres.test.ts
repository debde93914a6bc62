import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { WriteBehind } from '../../packages/profiler/src/store/write-behind.ts';
import { profile, query, term } from '../contracts/profile-storage.ts';
import { PostgresProfileStorage } from '../../packages/profiler/src/store/postgres/postgres-profile-storage.ts';
import { toProfileToken } from '../../packages/profiler/src/store/profile-token.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
const skip = existsSync(BIN) ? false : 'PostgreSQL is not installed';
const folder = mkdtempSync(join(tmpdir(), 'oriel-postgres-'));
let port = 0;
let url = '';

before(async () => {
  if (skip !== false) return;
  port = await freePort();
  url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  run('initdb', '-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '--no-sync');
  start();
});
after(() => {
  if (skip === false) stop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a server that stops loses what the queue cannot hold, and the loss and the recovery are visible',
  { skip },
  async () => {
    const messages: string[] = [];
    const storage = new PostgresProfileStorage({ url, machine: 'one', onTrouble: (message) => messages.push(message) });
    const queue = new WriteBehind({ storage, maxProfiles: 20, delay: 1 });
    const tokens = (await until(() => storage.lease(100))).map(toProfileToken);
    queue.push(profile(0, { token: tokens[0]! }));
    await queue.flushed();
    stop();
    for (let index = 1; index <= 60; index++) queue.push(profile(index, { token: tokens[index]! }));
    await until(() => storage.health.trouble);
    assert.equal(queue.health.dropped, 40);
    assert.equal(await storage.lease(10), undefined);
    assert.equal(await storage.read(tokens[0]!), undefined);
    assert.equal((await storage.find(query({}))).rows.length, 0);
    start();
    await queue.flushed();
    const overview = await until(async () => {
      const found = await storage.overview();
      return found.lost.length > 0 ? found : undefined;
    });
    assert.deepEqual(
      overview.lost.map(({ machine, app, count }) => [machine, app, count]),
      [['one', 'shop', 40]],
    );
    assert.equal((await storage.find(query({ limit: 100 }))).rows.length, 21);
    assert.equal(storage.health.trouble, undefined);
    assert.equal(messages.length, 1);
    assert.match(
      messages[0]!,
      /^Profiles are not being stored: PostgreSQL at postgres:\/\/127\.0\.0\.1:\d+\/postgres: /,
    );
    await queue.close();
    await storage.close();
  },
);

test('two hosts share one list, and keep responding while the server is away', { skip }, async () => {
  const key = 'a-key-of-the-profiler-with-32-bytes-or-more';
  const create = (machine: string) => {
    process.env['ORIEL_MACHINE'] = machine;
    const host = defineHost({
      log: false,
      state: { profiles: url, prefix: 'pair' },
      profiler: { key, exposeToken: true },
      routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })],
    });
    return host;
  };
  const hosts = [create('web-1'), create('web-2')] as const;
  const get = async (host: (typeof hosts)[number], path: string): Promise<Response> =>
    host.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } }), {
      peer: '127.0.0.1',
    });
  process.env['ORIEL_MACHINE'] = 'web-1';
  assert.equal((await get(hosts[0], '/hello')).status, 200);
  process.env['ORIEL_MACHINE'] = 'web-2';
  assert.equal((await get(hosts[1], '/hello')).status, 200);
  // Requests before the first lease are not recorded.
  const list = async (): Promise<List> =>
    (await (await get(hosts[0], '/_profiler/empty/search/results.json')).json()) as List;
  const shared = await until(async () => {
    for (const host of hosts) await (await get(host, '/hello')).text();
    const found = await list();
    return new Set(found.rows.map(({ machine }) => machine)).size === 2 && found.machines.length === 2
      ? found
      : undefined;
  });
  assert.deepEqual(shared.machines, ['web-1', 'web-2']);
  const html = await (await get(hosts[1], '/_profiler/empty/search/results')).text();
  assert.match(html, /web-1/);
  stop();
  const statuses: number[] = [];
  for (let index = 0; index < 300; index++) statuses.push((await get(hosts[0], '/hello')).status);
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal((await get(hosts[0], '/_profiler/empty/search/results')).status, 200);
  start();
  await until(async () => {
    await (await get(hosts[0], '/hello')).text();
    return (await list()).rows.length > 0 ? true : undefined;
  });
  for (const host of hosts) await host.close();
});

test('the commands and the application with oriel/register use the same list by its URL', { skip }, async () => {
  const storeUrl = `${url}#commands`;
  const storage = new PostgresProfileStorage({ url: storeUrl });
  await storage.write([profile(1, { app: 'orders' })]);
  const command = (...args: string[]): string =>
    execFileSync(
      process.execPath,
      ['--conditions=oriel:source', 'packages/profiler/src/cli/main.ts', ...args, '--store', storeUrl],
      {
        encoding: 'utf8',
      },
    );
  assert.match(command('list', 'app:orders'), /api\/cities\/1/);
  assert.equal(
    (JSON.parse(command('show', 'latest', '--format', 'json')) as { summary: { app: string } }).summary.app,
    'orders',
  );
  const script = `
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => response.end('hello'));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    for (let n = 0; n < 400; n++) {
      const response = await fetch('http://127.0.0.1:' + server.address().port + '/from-node');
      await response.text();
      if (n > 20 && response.headers.has('x-debug-token')) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.exit(0);`;
  execFileSync(
    process.execPath,
    [
      '--conditions=oriel:source',
      '--import',
      './packages/profiler/src/register.ts',
      '--input-type=module',
      '-e',
      script,
    ],
    {
      env: { ...process.env, ORIEL_PROFILER_FILE: storeUrl, ORIEL_PROFILER_APP: 'plain', ORIEL_MACHINE: 'desk' },
      stdio: 'pipe',
    },
  );
  const { rows } = await storage.find(query({ terms: [term('machine', 'is', 'desk')] }));
  assert.ok(rows.length > 0);
  assert.equal(rows[0]!.app, 'plain');
  assert.match(command('clear'), /^\d+ profiles removed/);
  assert.equal(await storage.clear(), 0);
  await storage.close();
});

test('the role without the privilege to create tables is named with the fix', { skip }, async () => {
  const storage = new PostgresProfileStorage({ url, prefix: 'admin' });
  await until(() => storage.lease(1));
  await storage.close();
  execFileSync(join(BIN, 'psql'), [url, '-c', 'create role guest login']);
  const messages: string[] = [];
  const guest = new PostgresProfileStorage({
    ...{
      url: url.replace('postgres@', 'guest@'),
      prefix: 'guest',
      onTrouble: (message: string) => messages.push(message),
    },
  });
  assert.equal(await guest.lease(1), undefined);
  assert.match(messages[0]!, /permission denied for schema public\. The role needs the privilege to create tables/);
  await guest.close();
});

test(
  'processes that start at the same time create the tables once and never lease a token twice',
  { skip },
  async () => {
    const all = Array.from({ length: 4 }, () => new PostgresProfileStorage({ url, prefix: 'together' }));
    const leases = await Promise.all(all.map((storage) => storage.lease(500)));
    assert.equal(new Set(leases.flat()).size, 2_000);
    await Promise.all(all.map((storage) => storage.close()));
  },
);

test('profiles of several months are in partitions, and old partitions are dropped', { skip }, async () => {
  const DAY = 86_400_000;
  const url2 = `${url}#months`;
  const storage = new PostgresProfileStorage({ url: url2, caps: { age: '300 d' }, machine: 'old' });
  await storage.write([profile(0, { time: Date.now() - 100 * DAY }), profile(1)]);
  assert.equal((await storage.find(query({ terms: [term('machine', 'contains', 'OLD')] }))).rows.length, 2);
  await storage.close();
  const later = new PostgresProfileStorage({ url: url2, caps: { age: '40 d' } });
  await later.write([profile(2)]);
  assert.equal((await later.find(query({}))).matched.count, 2);
  const names = execFileSync(join(BIN, 'psql'), [
    url,
    '-Atc',
    "select count(*) from pg_class where relkind = 'r' and relname ~ 'months_profiles_\\d{4}_\\d\\d'",
  ]);
  // The current month, and the next one in its last week.
  assert.match(String(names).trim(), /^[12]$/);
  await later.close();
});

test('values that PostgreSQL does not accept are stored without them', { skip }, async () => {
  const storage = new PostgresProfileStorage({ url, prefix: 'values' });
  const odd = profile(1, { url: 'http://localhost/\0\ud800\\N\t\n\r\\.', note: '\\', duration: Number.NaN });
  assert.equal(await storage.write([odd, profile(2, { time: Infinity }), profile(3)]), true);
  assert.deepEqual([storage.health.written, storage.health.dropped], [2, 1]);
  const found = await storage.read(odd.summary.token);
  assert.equal(found?.summary.url, 'http://localhost/\ufffd\ufffd\\N\t\n\r\\.');
  assert.equal((await storage.find(query({ terms: [term('url', 'contains', '\0')] }))).rows.length, 1);
  await storage.close();
});

interface List {
  readonly machines: readonly string[];
  readonly rows: readonly { readonly machine: string }[];
}

function run(program: string, ...args: string[]): void {
  const [command, all] = isRoot
    ? ['su', ['postgres', '-c', [join(BIN, program), ...args].map((argument) => `'${argument}'`).join(' ')]]
    : [join(BIN, program), args];
  execFileSync(command, all, { stdio: 'ignore' });
}

function start(): void {
  const options = `-p ${port} -k ${folder} -c fsync=off -c listen_addresses=127.0.0.1`;
  run('pg_ctl', '-D', join(folder, 'data'), '-w', '-o', options, '-l', join(folder, 'log'), 'start');
}

function stop(): void {
  run('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', '-w', 'stop');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 1_000; round++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('Timed out');
}
