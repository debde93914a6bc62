import { deepEqual, doesNotReject, equal, match, rejects, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, openPrivateDatabase, sqlSessionStorage } from 'oriel-host/kysely';
import { z } from 'zod';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { exchange } from '../robustness/raw-socket.ts';

const Note = z.object({ id: z.number().int(), text: z.string() });
const notes = resource('notes', Note, { id: 'id', store: memoryStore([{ id: 1, text: 'One' }]) });

test('sends nosniff with every response in production, including errors, redirects, the profiler and invalid requests', async (t) => {
  const key = 'k'.repeat(43);
  const { host, send } = createTestHost({
    profiler: { key, storage: new MemoryProfileStorage() },
    health: true,
    cors: { origins: 'https://app.example.com' },
    resources: [notes],
    routes: [
      route('text', 'GET /text', { handle: () => 'text' }),
      route('own', 'GET /own', { handle: () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }) }),
      route('empty', 'GET /empty', { handle: () => new Response(null, { status: 204 }) }),
      route('broken', 'GET /broken', {
        handle: () => {
          throw new Error('broken');
        },
      }),
    ],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  t.after(() => host.close());
  const lines = ['GET /text', 'GET /own', 'GET /empty', 'GET /broken', 'GET /nowhere', 'POST /text', 'HEAD /text'];
  const more = ['OPTIONS /text', 'GET /text/', 'GET /api/notes', 'GET /api/notes/1', 'GET /api/notes/9', 'GET /livez'];
  for (const line of [...lines, ...more, 'GET /_profiler/', 'GET /api/docs', 'DELETE /api/notes/1']) {
    const response = await send(
      line,
      line.includes('_profiler') ? { headers: { Authorization: `Bearer ${key}` } } : {},
    );
    equal(response.headers.get('X-Content-Type-Options'), 'nosniff', `${line} ${response.status}`);
  }
  const refused = (await exchange(port, 'no request\r\n\r\n')).text;
  match(refused, /^HTTP\/1\.1 501 [^]*\r\nX-Content-Type-Options: nosniff\r\n/);
});

const listen = (config: HostConfig, mode: 'production' | 'development') => async () => {
  const host = defineHost({ log: false, profiler: false, ...config });
  try {
    await host.listen({ port: 0, host: '127.0.0.1', mode });
  } finally {
    await host.close();
  }
};

test('does not listen in production with writable resources and no security, and the error names the fix', async () => {
  await rejects(listen({ resources: [notes] }, 'production'), (error: Error) => {
    match(error.message, /resources "notes" +\[ORIEL_ACCESS_PUBLIC\]/);
    match(error.message, /anyone may use create, replace, patch, delete/);
    match(
      error.message,
      /fix: Add security, or state that it is meant: access: 'public' in defineHost, or access: \{ write: 'public' \}/,
    );
    return true;
  });
});

test('listens in production with writable resources if access is configured, or with read-only resources', async () => {
  const stated = resource('notes', Note, { id: 'id', store: memoryStore([]), access: { write: 'public' } });
  const read = resource('notes', Note, { id: 'id', provide: { list: () => [] } });
  await doesNotReject(listen({ access: 'public', resources: [notes] }, 'production'));
  await doesNotReject(listen({ resources: [stated] }, 'production'));
  await doesNotReject(listen({ resources: [read] }, 'production'));
  const security = { firewalls: [{ name: 'all', anonymous: true }], default: 'public' } as const;
  await doesNotReject(listen({ resources: [stated], security }, 'production'));
});

test('rejects fetch if ORIEL_MODE becomes production after the host is defined and access is not configured', async (t) => {
  const before = process.env['ORIEL_MODE'];
  t.after(() => {
    if (before === undefined) delete process.env['ORIEL_MODE'];
    else process.env['ORIEL_MODE'] = before;
  });
  delete process.env['ORIEL_MODE'];
  const host = defineHost({ log: false, profiler: false, resources: [notes] });
  const stated = defineHost({ log: false, profiler: false, resources: [notes], access: 'public' });
  const request = (from: typeof host) => from.fetch(new Request('http://localhost/api/notes'));
  equal((await request(host)).status, 200);
  process.env['ORIEL_MODE'] = 'production';
  await rejects(request(host), /ORIEL_ACCESS_PUBLIC/);
  await rejects(request(host), /ORIEL_ACCESS_PUBLIC/);
  equal((await request(stated)).status, 200);
});

test('a string as access of a resource is one configuration error with the fix', () => {
  const wrong = resource('notes', Note, { id: 'id', store: memoryStore([]), access: 'public' as never });
  throws(
    () => defineHost({ resources: [wrong] }),
    /its configuration has 1 issue[^]*access +\[ORIEL_ACCESS_OPERATION\][^]*It is "public"[^]*access: \{ read: 'public', write/,
  );
});

test('listens in development with writable resources and no security, and logs a warning', async (t) => {
  const messages: string[] = [];
  const log = {
    sink: {
      write: ({ level, message }: { level: string; message: string }) => void messages.push(`${level} ${message}`),
    },
  };
  const host = defineHost({ log, profiler: false, resources: [notes] });
  t.after(() => host.close());
  await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  match(messages.join('\n'), /^warning resources "notes": Without security, anyone may use create.*access: 'public'/m);
});

test('an invalid value of access is a configuration error', () => {
  throws(() => defineHost({ access: 'private' as 'public' }), /access +\[ORIEL_CONFIG_CHOICE\]/);
});

test('creates the database of sessions and its WAL files with mode 0600, and restricts the mode of existing files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-private-'));
  const getMode = (file: string): string => (statSync(file).mode & 0o777).toString(8);
  for (const [name, exists] of [
    ['new/sessions.sqlite', false],
    ['old.sqlite', true],
  ] as const) {
    const file = join(folder, name);
    if (exists) writeFileSync(file, '', { mode: 0o644 });
    const database = new Kysely<object>({
      dialect: new NodeSqliteDialect({ database: () => openPrivateDatabase(file) }),
    });
    const { host, send } = createTestHost({
      sessions: { storage: sqlSessionStorage(database) },
      routes: [route('set', 'GET /set', { handle: ({ session }) => session.set('a', 1).then(() => 'set') })],
    });
    equal((await send('GET /set')).status, 200);
    for (const part of ['', '-wal', '-shm']) equal(getMode(file + part), '600', name + part);
    await host.close();
    await database.destroy();
  }
});

test('does not open a private database that is not a file with mode 0600', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-private-'));
  for (const file of [`file:${folder}/sessions.sqlite`, ':memory:', ''])
    throws(() => openPrivateDatabase(file), /^TypeError: "[^"]*" is not the path .*use the path of a file, such as/);
  deepEqual(readdirSync(folder), []);
});

const visited = (sessions: HostConfig['sessions'], more: HostConfig = {}): HostConfig => ({
  sessions: sessions!,
  routes: [
    route('set', 'GET /set', { handle: ({ session }) => session.set('a', 1).then(() => 'set') }),
    route('login', 'GET /login', {
      handle: ({ session }) => session.set('@user', { by: 'x', id: 'ada' }).then(() => 'in'),
    }),
    route('read', 'GET /read', { handle: async ({ session }) => ({ a: (await session.get('a')) ?? null }) }),
  ],
  ...more,
});

test('limits the anonymous sessions that one client address starts', async () => {
  const { host } = createTestHost(visited({ anonymous: 2 }));
  const request = (path: string, peer: string, headers = {}) =>
    host.fetch(new Request(`http://localhost${path}`, { headers }), { peer });
  const first = await request('/set', '203.0.113.9');
  const Cookie = first.headers.get('Set-Cookie')!.split(';')[0]!;
  equal((await request('/set', '203.0.113.9')).status, 200);
  const refused = await request('/set', '203.0.113.9');
  equal(refused.status, 429);
  match(refused.headers.get('Retry-After')!, /^\d+$/);
  equal(refused.headers.get('Set-Cookie'), null);
  // Existing sessions, requests that only read, logins and other addresses are not limited.
  equal((await request('/set', '203.0.113.9', { Cookie })).status, 200);
  equal((await request('/read', '203.0.113.9')).status, 200);
  equal((await request('/login', '203.0.113.9')).status, 200);
  equal((await request('/set', '203.0.113.10')).status, 200);
  // The addresses of an IPv6 /64 belong to one client.
  const statuses = [];
  for (const end of ['1', '2', '3']) statuses.push((await request('/set', `2001:db8::${end}`)).status);
  deepEqual(statuses, [200, 200, 429]);
});

test('does not limit the sessions of loopback addresses by default, or of any address with anonymous: false', async () => {
  const getStatuses = async (sessions: HostConfig['sessions'], peer: string): Promise<Set<number>> => {
    const { host } = createTestHost(visited(sessions));
    const statuses = new Set<number>();
    for (let i = 0; i < 1_001; i++)
      statuses.add((await host.fetch(new Request('http://localhost/set'), { peer })).status);
    return statuses;
  };
  deepEqual(await getStatuses({}, '127.0.0.1'), new Set([200]));
  deepEqual(await getStatuses({ anonymous: false }, '203.0.113.9'), new Set([200]));
  deepEqual(await getStatuses({}, '203.0.113.9'), new Set([200, 429]));
});

test('an invalid limit of anonymous sessions is a configuration error', () => {
  const define = (anonymous: unknown) => () => defineHost({ sessions: { anonymous: anonymous as false } });
  throws(define(0), /sessions\.anonymous +\[ORIEL_CONFIG_SESSIONS\]/);
  throws(define({ limit: 5 }), /sessions\.anonymous +\[ORIEL_CONFIG_SESSIONS\]/);
  throws(define(true), /sessions\.anonymous +\[ORIEL_CONFIG_SESSIONS\]/);
});
