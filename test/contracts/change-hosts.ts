import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import type { Feature } from '../../packages/host/src/features/feature.ts';
import type { SharedHooks } from '../../packages/host/src/features/resources/declare/hooks.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import { defineHost } from '../../packages/host/src/host/define-host.ts';
import { NodeSqliteDialect } from '../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { rowNumberColumn } from '../../packages/host/src/integrations/kysely/changes/change-columns.ts';
import { sqlStore } from '../../packages/host/src/integrations/kysely/store/sql-store.ts';

/** The tables of these tests, on SQLite or PostgreSQL. */
export type BoatDatabase = Kysely<{ boats: object }>;

/** Creates a table of boats and that of a migration. Both are removed after the test. */
export async function openBoats(
  t: TestContext,
  postgres: Kysely<never> | undefined,
  createParts: (database: BoatDatabase) => { readonly migration: Migration },
): Promise<BoatDatabase> {
  const database = (postgres ??
    new Kysely({
      dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
    })) as unknown as BoatDatabase;
  const { migration } = createParts(database);
  const id = rowNumberColumn(database as unknown as Kysely<never>);
  await sql`create table boats (id ${id}, name text not null unique, password text)`.execute(database);
  await migration.up(database);
  t.after(async () => {
    await migration.down!(database);
    await sql`drop table boats`.execute(database);
    if (postgres === undefined) await database.destroy();
  });
  return database;
}

const Boat = z.object({ id: z.int(), name: z.string(), password: z.string().nullable() });

/** A hook that throws after the boat `broken` was written. */
const refuse: SharedHooks = {
  '*': {
    after({ next }) {
      if ((next as z.infer<typeof Boat> | null)?.name === 'broken') throw new Error('broken');
    },
  },
};

/** Opens a host of boats with hooks, and returns a function that sends a request to it. */
export function openHost(t: TestContext, database: BoatDatabase, hooks: SharedHooks, plugins: readonly Feature[] = []) {
  const boats = resource('boats', Boat, {
    id: 'id',
    input: { create: Boat.omit({ id: true }).partial({ password: true }) },
    store: sqlStore(database, 'boats'),
    bulk: { max: 10 },
    on: [hooks, refuse],
  });
  const host = defineHost({ resources: [boats], plugins, log: false });
  t.after(() => host.close());
  const send = async (method: string, path: string, body?: unknown): Promise<number> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { 'Content-Type': type, 'X-Request-Id': 'request-1' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await host.fetch(new Request(`http://localhost/api/boats${path}`, init))).status;
  };
  return { send, host };
}
