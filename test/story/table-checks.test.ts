import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { HostConfigError, defineHost, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';

const postgres = await connectPostgres('table_checks');
after(postgres.close);
const TABLES = [
  'create table ports (id int primary key, name text)',
  'create table owners (id int primary key, name text)',
  'create table boats (id int primary key, name text, port int, owner int)',
  'create table crews (boat int, owner int)',
];
if (postgres.skip === false) for (const table of TABLES) await sql.raw(table).execute(postgres.database);

type Tables = Record<'ports' | 'owners' | 'boats' | 'crews' | 'bots', object>;
interface Opened {
  readonly database: Kysely<Tables>;
  /** The statements about the catalogue of the database. */
  readonly catalogue: string[];
}

function open(name: string): Opened {
  const catalogue: string[] = [];
  const dialect =
    name === 'SQLite'
      ? new NodeSqliteDialect({ database: openSqlite })
      : new PostgresDialect({
          pool: new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${postgres.schema}`, max: 2 }),
        });
  const database = new Kysely<Tables>({
    dialect,
    log: ({ query }: { readonly query: CompiledQuery }) => {
      if (/pg_attribute|pragma_table/.test(query.sql)) catalogue.push(query.sql);
    },
  });
  return { database, catalogue };
}

function openSqlite(): DatabaseSync {
  const file = new DatabaseSync(':memory:');
  for (const table of TABLES) file.exec(table);
  return file;
}

const Named = z.object({ id: z.int(), name: z.string() });
const Boat = Named.extend({ port: z.int(), owner: z.int(), crew: z.array(z.int()) });

interface Names {
  readonly table?: 'boats' | 'bots';
  readonly column?: string;
  readonly through?: string;
  readonly hidden?: string;
}

function getConfig(
  { database }: Opened,
  { table = 'boats', column = 'name', through = 'owner', hidden }: Names = {},
): HostConfig {
  const ports = resource('ports', Named, { id: 'id', store: sqlStore(database, 'ports') });
  const owners = resource('owners', Named, { id: 'id', store: sqlStore(database, 'owners') });
  const boats = resource('boats', Boat, {
    id: 'id',
    links: {
      port: 'ports',
      owner: 'owners',
      crew: { to: 'owners', through: { table: 'crews', from: 'boat', to: through } },
    },
    store: sqlStore(database, table, {
      columns: { name: column, ...(hidden === undefined ? {} : { secret: hidden }) },
    }),
  });
  return {
    access: 'public',
    resources: [ports, owners, boats],
    profiler: false,
    health: true,
    onClose: () => database.destroy(),
  };
}

const WRONG: readonly [what: string, names: Names, reason: RegExp][] = [
  ['table', { table: 'bots' }, /The table "bots" does not exist/],
  ['column', { column: 'nam' }, /The table "boats" has no column "nam"/],
  ['column of a join table', { through: 'sailor' }, /The table "crews" has no column "sailor"/],
  ['hidden column', { hidden: 'password' }, /The table "boats" has no column "password"/],
];

for (const name of ['PostgreSQL', 'SQLite'])
  describe(`tables on ${name}`, { skip: name === 'PostgreSQL' && postgres.skip }, () => {
    test('are read at start, and by no request', async () => {
      const opened = open(name);
      await using host = defineHost({ ...getConfig(opened), log: false });
      const { url } = await host.listen({ port: 0, mode: 'production' });
      assert.equal((await fetch(`${url}/startupz`)).status, 200);
      const atStart = opened.catalogue.length;
      if (name === 'PostgreSQL') assert.equal(atStart, 1);
      assert.ok(atStart > 0);
      const [first] = await Promise.all([fetch(`${url}/api/boats`), fetch(`${url}/api/owners`)]);
      assert.equal(first.status, 200, await first.text());
      assert.equal((await fetch(`${url}/startupz`)).status, 200);
      assert.equal(
        opened.catalogue.filter((text) => text.includes('pg_attribute')).length,
        name === 'PostgreSQL' ? 1 : 0,
      );
    });

    for (const [what, names, reason] of WRONG) {
      for (const mode of ['development', 'production'] as const)
        test(`a wrong ${what} keeps a host in ${mode} from starting`, async () => {
          await using host = defineHost({ ...getConfig(open(name), names), log: false });
          await assert.rejects(host.listen({ port: 0, mode }), (error) => {
            assert.ok(error instanceof HostConfigError);
            const [issue, ...more] = error.issues;
            assert.match(issue!.reason, reason);
            assert.deepEqual([issue!.place, more], ['resources[2] "boats".store', []]);
            return true;
          });
        });
    }
  });

test(
  'the first request of a host that does not listen reads all linked tables with one query',
  { skip: postgres.skip },
  async () => {
    const opened = open('PostgreSQL');
    await using host = defineHost({ ...getConfig(opened), log: false });
    const get = async (path: string) => (await host.fetch(new Request(`http://localhost${path}`))).status;
    assert.equal(await get('/api/boats'), 200);
    assert.equal(await get('/api/ports'), 200);
    assert.equal(opened.catalogue.length, 1);
  },
);

test('the startup endpoint fails until the tables could be read', async () => {
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ host: '127.0.0.1', port: 1 }) }),
  });
  for (const mode of ['development', 'production'] as const) {
    await using host = defineHost({ ...getConfig({ database, catalogue: [] }), log: false, onClose: () => {} });
    const { url } = await host.listen({ port: 0, mode });
    assert.equal((await fetch(`${url}/startupz`)).status, 503);
  }
  await database.destroy();
});
