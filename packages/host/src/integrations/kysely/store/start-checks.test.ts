import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { Pool } from 'pg';
import { z } from 'zod';
import { createProject, runOrielHost } from '../../../../../../test/cli/run-program.ts';
import { POSTGRES_URL, connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const { database, schema, skip, close } = await connectPostgres('start_checks');
after(close);
const MODULES = join(import.meta.dirname, '../../../../../../node_modules');
const tables = database as unknown as Kysely<{ boats: object; ships: object }>;
const create = () =>
  sql
    .raw(
      'drop table if exists boats; create table boats (id int primary key, size interval, size_of int8, tags text[])',
    )
    .execute(database);
const boats = (shape: z.ZodRawShape, columns = {}) =>
  resource('boats', z.object({ id: z.int(), ...shape }), { id: 'id', store: sqlStore(tables, 'boats', { columns }) });

test('a host does not start if a field, column or table does not fit the database', { skip }, async (t) => {
  await create();
  for (const [declared, reason] of [
    [
      boats({ size: z.number() }),
      /"size" of "boats" is a number, but its column "size" of "boats" is interval; .*z\.string\(\)/,
    ],
    [boats({ size: z.array(z.int()) }, { size: 'size_of' }), /"size" .* its column "size_of" of "boats" is int8/],
    [boats({ tags: z.boolean() }), /"tags" .* its column "tags" of "boats" is text\[\]/],
    [boats({ name: z.string() }), /"boats" has no column "name"; it has id, size, size_of, tags/],
    [
      resource('ships', z.object({ id: z.int() }), { id: 'id', store: sqlStore(tables, 'ships') }),
      /"ships" does not exist/,
    ],
  ] as const) {
    const host = defineHost({ resources: [declared], log: false, profiler: false, access: 'public' });
    t.after(() => host.close());
    await rejects(host.listen({ port: 0 }), (error: Error) => {
      equal(error.name, 'HostConfigError');
      match(error.message, reason);
      match(error.message, /resources\[0\] "(?:boats|ships)"\.store +\[ORIEL_STORE_TABLE\]/);
      return true;
    });
  }
  const host = defineHost({ resources: [boats({ size: z.string() })], log: false, profiler: false, access: 'public' });
  t.after(() => host.close());
  const { url } = await host.listen({ port: 0 });
  equal((await fetch(`${url}/api/boats`)).status, 200);
});

test('a host starts without its database, and works when the database is available', { skip }, async (t) => {
  await create();
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const unreachable = new Kysely<{ boats: object }>({ dialect: new PostgresDialect({ pool }) });
  t.after(() => unreachable.destroy());
  const store = sqlStore(unreachable, 'boats');
  const host = defineHost({
    resources: [resource('boats', z.object({ id: z.int() }), { id: 'id', store })],
    log: false,
    access: 'public',
    profiler: false,
  });
  t.after(() => host.close());
  const { url } = await host.listen({ port: 0 });
  equal((await fetch(`${url}/api/boats`)).status, 503);
});

test('oriel-host check --database compares fields with the tables of their stores', { skip }, async (t) => {
  await create();
  const file = (type: string, address = POSTGRES_URL): string => `
    import { Kysely, PostgresDialect } from 'kysely';
    import { defineHost, filter, resource } from 'oriel-host';
    import { sqlStore } from 'oriel-host/kysely';
    import { Pool } from 'pg';
    import { z } from 'zod';
    const pool = new Pool({ connectionString: '${address}', options: '-c search_path=${schema}' });
    const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
    const Boat = z.object({ id: z.int(), size: ${type} });
    export default defineHost({
      access: 'public',
      resources: [
        resource('boats', Boat, { id: 'id', filters: { size: filter.exact() }, store: sqlStore(database, 'boats') }),
      ],
    });`;
  const check = async (text: string) => {
    const folder = createProject(t, { 'host.ts': text });
    for (const name of ['kysely', 'pg']) symlinkSync(join(MODULES, name), join(folder, 'node_modules', name), 'dir');
    return runOrielHost(folder, ['check', '--database', '--json']);
  };
  const issues = async (text: string) => {
    const { code, out } = await check(text);
    const { issues: found } = JSON.parse(out) as { issues: { code: string; reason: string }[] };
    return [code, ...found.map((element) => `${element.code} ${element.reason}`)];
  };
  deepEqual(await issues(file('z.string()')), [0]);
  const { indexes } = JSON.parse((await check(file('z.string()'))).out) as { indexes: object[] };
  deepEqual(indexes, [{ table: 'boats', columns: 'size', uses: ['size'] }]);
  deepEqual(await issues(file('z.int()')), [
    1,
    'ORIEL_STORE_TABLE The field "size" of "boats" is an integer, but its column "size" of "boats" is interval; declare the field as z.string()',
  ]);
  const [code, ...unreachable] = await issues(file('z.string()', 'postgres://127.0.0.1:1/none'));
  equal(code, 1);
  match(String(unreachable), /^ORIEL_STORE_DATABASE /);
});
