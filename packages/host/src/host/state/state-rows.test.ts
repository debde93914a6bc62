import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { memoryStore } from '../../features/resources/source/memory-store.ts';
import { resource } from '../../features/resources/declare/resource.ts';
import { sessionLogin } from '../../features/security/authenticators/session-login.ts';
import { MemorySessionStorage } from '../../features/session/memory-session-storage.ts';
import { validateSharedState } from '../check-shared-state.ts';
import type { HostConfig } from '../config.ts';
import { formatStateRows, stateRows } from './state-rows.ts';

const notes = resource('notes', z.object({ id: z.int(), text: z.string() }), {
  id: 'id',
  store: memoryStore(),
  idempotency: 'accept',
});
const EVERYTHING: HostConfig = {
  resources: [notes],
  sessions: {},
  rateLimits: [{ name: 'all', limit: 5, per: '1 min' }],
  security: { firewalls: [{ name: 'all', authenticators: [sessionLogin()] }] },
  hub: { publicUrl: 'https://example.com/.well-known/mercure' },
  profiler: { key: 'a key that has at least 32 bytes, really' },
};
const getRows = (config: HostConfig): Record<string, string> =>
  Object.fromEntries(stateRows(config).map(({ name, sharedBy, where }) => [name, `${sharedBy}, ${where}`]));

test('lists what is shared by nothing without state', () => {
  assert.deepEqual(getRows(EVERYTHING), {
    'updates of the hub': 'this machine, hub.transport',
    'items of "notes"': 'this process, resources[0] "notes".store',
    'idempotency keys': 'this process, api.idempotency.store',
    'login attempts': 'this process, rateLimits.store',
    'rate limits': 'this process, rateLimits.store',
    sessions: 'this process, sessions.storage',
    profiles: 'this machine, var/profiler.sqlite',
  });
});

test('lists where state stores each part, without passwords', () => {
  const state = {
    database: 'postgres://shop:hidden@db.example:5433/shop?sslmode=require',
    redis: 'redis://:hidden@cache.example/1',
  };
  assert.deepEqual(getRows({ ...EVERYTHING, state }), {
    'updates of the hub': 'all machines, redis://cache.example/1',
    'items of "notes"': 'this process, resources[0] "notes".store',
    'idempotency keys': 'all machines, postgres://db.example:5433/shop',
    'login attempts': 'all machines, redis://cache.example/1',
    'rate limits': 'all machines, redis://cache.example/1',
    sessions: 'all machines, redis://cache.example/1',
    profiles: 'all machines, postgres://db.example:5433/shop',
  });
});

test('profiles are in the database named for them, or in that of the state if the profiler has a key', () => {
  const url = 'postgres://shop:hidden@db.example/shop';
  const key = 'a key that has at least 32 bytes, really';
  const shared = { profiles: 'all machines, postgres://db.example/shop' };
  const local = { profiles: 'this machine, var/profiler.sqlite' };
  assert.deepEqual(getRows({ state: { profiles: url }, profiler: {} }), shared);
  assert.deepEqual(getRows({ state: { database: url }, profiler: { key } }), shared);
  assert.deepEqual(getRows({ state: { database: url }, profiler: {} }), local);
  assert.deepEqual(getRows({ state: { profiles: url }, profiler: { file: 'own.sqlite' } }), {
    profiles: 'this machine, own.sqlite',
  });
  assert.deepEqual(getRows({ state: { profiles: url }, profiler: false }), {});
});

test('profiles are not in a database that is given as Kysely, which several machines must not overlook', () => {
  const key = 'a key that has at least 32 bytes, really';
  const database = { getExecutor: () => ({ adapter: {} }) };
  const where = 'a file, because state.database is Kysely; set state.profiles to share them';
  const config = { state: { database }, profiler: { key } };
  assert.deepEqual(getRows(config), { profiles: `this machine, ${where}` });
  const [found, ...others] = validateSharedState(config, 'machines');
  assert.deepEqual([found?.code, found?.place, others], ['ORIEL_WORKERS_PROFILER', 'state.profiles', []]);
  assert.deepEqual(validateSharedState(config, 'workers'), []);
  for (const accepted of [
    { state: { database }, profiler: { key, file: 'own.sqlite' } },
    { state: { database, profiles: 'postgres://db.example/shop' }, profiler: { key } },
    { state: { database }, profiler: {} },
    { state: { database }, profiler: false },
  ] as const)
    assert.deepEqual(validateSharedState(accepted, 'machines'), []);
});

test('sessions are in the database without Redis', () => {
  const rows = getRows({ sessions: {}, state: { database: 'postgres://db.example/shop' } });
  assert.deepEqual(rows, { sessions: 'all machines, postgres://db.example/shop' });
});

test('a storage of its own, and counting per process, take precedence over state', () => {
  const rows = getRows({
    sessions: { storage: new MemorySessionStorage() },
    rateLimits: { limits: [], perProcess: true },
    state: { redis: 'redis://cache.example' },
  });
  assert.deepEqual(rows, {
    'rate limits': 'this process, rateLimits.store',
    sessions: 'this process, sessions.storage',
  });
});

test('with state, only the items in memory prevent several machines and workers', () => {
  const state = { database: 'postgres://db.example/shop', redis: 'redis://cache.example' };
  for (const spread of ['machines', 'workers'] as const)
    assert.deepEqual(
      validateSharedState({ ...EVERYTHING, state }, spread).map(({ code }) => code),
      ['ORIEL_WORKERS_STORE'],
    );
});

test('the fix of each issue is a setting of state', () => {
  const fixes = validateSharedState(EVERYTHING, 'machines').map(({ code, fix }) => [
    code,
    /state: \{ \w+/.exec(fix)?.[0],
  ]);
  assert.deepEqual(fixes, [
    ['ORIEL_WORKERS_HUB', 'state: { redis'],
    ['ORIEL_WORKERS_STORE', undefined],
    ['ORIEL_WORKERS_IDEMPOTENCY', 'state: { database'],
    ['ORIEL_WORKERS_LOGINS', 'state: { redis'],
    ['ORIEL_WORKERS_LIMITS', 'state: { redis'],
    ['ORIEL_WORKERS_SESSIONS', 'state: { redis'],
  ]);
});

test('aligns the columns', () => {
  assert.deepEqual(formatStateRows(stateRows({ sessions: {}, hub: {} })), [
    'updates of the hub  this machine  hub.transport',
    'sessions            this process  sessions.storage',
  ]);
  assert.deepEqual(formatStateRows([]), []);
});
