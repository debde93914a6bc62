import { equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { MemoryProfileStorage } from 'oriel';
import { z } from 'zod';

test('records the number of items of a list from SQLite', async (t) => {
  const file = new DatabaseSync(':memory:');
  file.exec(
    "create table boats (id integer primary key, name text); insert into boats values (1, 'Ahti'), (2, 'Aino')",
  );
  const database = new Kysely<{ boats: { id: number; name: string } }>({
    dialect: new NodeSqliteDialect({ database: file }),
  });
  const storage = new MemoryProfileStorage();
  const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), {
    id: 'id',
    store: sqlStore(database, 'boats'),
  });
  const host = defineHost({ resources: [boats], api: { formats: ['json'] }, profiler: { storage }, log: false });
  t.after(() => host.close());
  const { url } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const response = await fetch(`${url}/api/boats`);
  equal(((await response.json()) as unknown[]).length, 2);
  const token = response.headers.get('x-debug-token')!;
  // Profiles are stored asynchronously.
  while (storage.read(token) === undefined) await sleep(5);
  equal(storage.read(token)!.data.run?.given?.items, 2);
});
