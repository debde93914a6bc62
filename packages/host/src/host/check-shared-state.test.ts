import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { z } from 'zod';
import { NodeSqliteDialect } from '../integrations/kysely/node-sqlite-dialect.ts';
import { sqlIdempotencyStore } from '../integrations/kysely/idempotency/sql-idempotency-store.ts';
import { sqlSessionStorage } from '../integrations/kysely/sessions/sql-session-storage.ts';
import { sqlStore } from '../integrations/kysely/store/sql-store.ts';
import { memoryStore } from '../features/resources/source/memory-store.ts';
import { resource } from '../features/resources/declare/resource.ts';
import { MemoryTransport } from '../features/hub/memory-transport.ts';
import { MemoryProfileStorage } from '../../../profiler/src/store/memory/memory-profile-storage.ts';
import { sessionLogin } from '../features/security/authenticators/session-login.ts';
import { MemorySessionStorage } from '../features/session/memory-session-storage.ts';
import { validateSharedState } from './check-shared-state.ts';
import type { Spread } from '../features/feature.ts';
import type { HostConfig } from './config.ts';
import { defineHost } from './define-host.ts';

const hubSecret = 'a secret that has at least 32 bytes';
const inMemory = new Kysely<{ boats: object }>({
  dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
});
const sqlite = new Kysely<{ boats: object }>({
  dialect: new NodeSqliteDialect({ database: () => new DatabaseSync('never-opened.sqlite') }),
});
const postgres = new Kysely<{ boats: object }>({ dialect: new PostgresDialect({ pool: {} as never }) });

const boats = (definition: object) =>
  resource('boats', z.object({ id: z.int(), name: z.string() }), { id: 'id', ...definition });
const findPaths = (config: object, spread: Spread): string[] =>
  validateSharedState(config as HostConfig, spread).map(({ place }) => place);

for (const [what, path, perProcess, perMachine, everywhere] of [
  [
    'sessions in memory',
    'sessions.storage',
    [
      { sessions: {} },
      { sessions: { storage: new MemorySessionStorage() } },
      { sessions: { storage: sqlSessionStorage(inMemory) } },
    ],
    [{ sessions: { storage: sqlSessionStorage(sqlite) } }],
    [{ sessions: { storage: sqlSessionStorage(postgres) } }],
  ],
  [
    'rate limits counted in memory',
    'rateLimits.store',
    [{ rateLimits: [{ name: 'all', limit: 5, per: '1 min' }] }, { rateLimits: { limits: [], perProcess: false } }],
    [],
    [{ rateLimits: { limits: [{ name: 'all', limit: 5, per: '1 min' }], perProcess: true } }],
  ],
  [
    'login attempts counted in memory',
    'rateLimits.store',
    [{ security: { firewalls: [{ name: 'all', authenticators: [sessionLogin()] }] } }],
    [],
    [
      { security: { firewalls: [{ name: 'all', authenticators: [sessionLogin()] }], throttle: { perProcess: true } } },
      { security: { firewalls: [{ name: 'all', authenticators: [sessionLogin()] }], throttle: false } },
    ],
  ],
  [
    'a hub',
    'hub.transport',
    [{ hub: { secret: hubSecret, transport: new MemoryTransport() } }],
    [{ hub: { secret: hubSecret } }],
    [{ hub: { secret: hubSecret, url: 'https://hub.example/' } }],
  ],
  [
    'profiles in memory',
    'profiler.storage',
    [{ profiler: { key: hubSecret, storage: new MemoryProfileStorage() } }],
    [],
    [{ profiler: { key: hubSecret, file: 'var/profiler.sqlite' } }, { profiler: false }],
  ],
  [
    'items in memory',
    'resources[0] "boats".store',
    [{ resources: [boats({ store: memoryStore() })] }, { resources: [boats({ store: sqlStore(inMemory, 'boats') })] }],
    [{ resources: [boats({ store: sqlStore(sqlite, 'boats') })] }],
    [
      { resources: [boats({ store: sqlStore(postgres, 'boats') })] },
      { resources: [boats({ store: memoryStore(), only: ['list', 'get'] })] },
      { resources: [boats({ provide: { list: () => [] }, process: { create: (input: unknown) => input } })] },
    ],
  ],
  [
    'idempotency keys in memory',
    'api.idempotency.store',
    [
      { resources: [boats({ store: sqlStore(postgres, 'boats'), idempotency: 'accept' })] },
      {
        resources: [boats({ store: sqlStore(postgres, 'boats'), idempotency: 'require' })],
        api: { idempotency: { store: sqlIdempotencyStore(inMemory) } },
      },
    ],
    [
      {
        resources: [boats({ store: sqlStore(postgres, 'boats'), idempotency: 'accept' })],
        api: { idempotency: { store: sqlIdempotencyStore(sqlite) } },
      },
    ],
    [
      {
        resources: [boats({ store: sqlStore(postgres, 'boats'), idempotency: 'accept' })],
        api: { idempotency: { store: sqlIdempotencyStore(postgres) } },
      },
      { resources: [boats({ store: sqlStore(postgres, 'boats') })] },
    ],
  ],
] as const)
  test(`reports ${what} for several workers or machines unless it is shared`, () => {
    for (const config of perProcess) assert.deepEqual(findPaths(config, 'workers'), [path]);
    for (const config of perMachine) assert.deepEqual(findPaths(config, 'workers'), []);
    for (const config of [...perProcess, ...perMachine]) assert.deepEqual(findPaths(config, 'machines'), [path]);
    for (const config of everywhere)
      for (const spread of ['workers', 'machines'] as const) assert.deepEqual(findPaths(config, spread), []);
  });

test('the issue names the fix, and for workers how to start one process', () => {
  const [issue] = validateSharedState({ sessions: {} }, 'workers');
  assert.match(
    issue!.fix,
    /sqlSessionStorage\(database\) or redisSessionStorage\(client\), or start one process: --workers 1/,
  );
  const [other] = validateSharedState({ sessions: {} }, 'machines');
  assert.match(other!.fix, /sqlSessionStorage\(database\) over PostgreSQL/);
  assert.doesNotMatch(other!.fix, /--workers/);
});

test('a host with instances: "many" refuses per-process state and a missing secret in production, and only there', async () => {
  const host = (more: HostConfig = {}) =>
    defineHost({ instances: 'many', sessions: {}, log: { level: 'none' }, profiler: false, ...more });
  const places = (error: unknown): boolean => {
    assert.deepEqual(
      (error as { issues: { place: string }[] }).issues.map((issue) => issue.place),
      ['secret', 'sessions.storage'],
    );
    return true;
  };
  await assert.rejects(host().listen({ port: 0, mode: 'production' }), places);
  await assert.rejects(host().fetch(new Request('http://localhost/')), places);
  const { close } = await host().listen({ port: 0, mode: 'development' });
  await close();
  const sound = host({ sessions: { storage: sqlSessionStorage(postgres) }, secret: hubSecret });
  await (await sound.listen({ port: 0, mode: 'production' })).close();
  assert.throws(() => defineHost({ instances: 'several' as 'many' }), /instances {2}\[ORIEL_CONFIG_CHOICE\]/);
});
