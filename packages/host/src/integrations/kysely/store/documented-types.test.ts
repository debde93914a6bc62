import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { defineHost, field, filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const postgres = await connectPostgres('documented_types');
after(postgres.close);

const PAGE = join(import.meta.dirname, '../../../../../../docs/host/sql-store.md');

/** A row of the table in the documentation. */
interface DocumentedType {
  readonly types: readonly string[];
  readonly schemas: readonly string[];
  readonly use: string;
}

function readTable(): DocumentedType[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('### Types of PostgreSQL\n');
  const lines = section
    .slice(0, section.indexOf('\n\n', 3))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  return lines.slice(2).map((line) => {
    const [, types = '', schemas = '', use = ''] = line.split(/(?<!\\)\|/);
    return { types: codes(types), schemas: codes(schemas), use };
  });
}

// Two values of each type in the order of the column, which is not that of their texts if both differ.
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  int2: ['9', '10'],
  int4: ['9', '10'],
  int8: ['9', '10'],
  numeric: ['9.50', '10'],
  'numeric(15, 2)': ['9.50', '1234567890123.45'],
  float4: ['9.5', '10'],
  float8: ['9.5', '10'],
  boolean: ['false', 'true'],
  text: ['Z', 'a'],
  varchar: ['Z', 'a'],
  char: ['Z', 'a'],
  citext: ['a', 'Z'],
  uuid: ['0a0b0c0d-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000003'],
  mood: ['happy', 'sad'],
  timestamptz: ['2026-01-01 23:30:00.123456-02', '2026-01-02 12:00:00Z'],
  timestamp: ['2026-01-01 12:00:00.123456', '2026-01-02 12:00:00'],
  date: ['2026-01-01', '2026-01-02'],
  interval: ['9 days', '10 days'],
  json: ['1', '2'],
  jsonb: ['1', '2'],
  'text[]': ['{a}', '{b}'],
  'int8[]': ['{1}', '{9007199254740993}'],
  time: ['09:30:00', '10:00:00'],
  inet: ['10.0.0.1', '10.0.0.2'],
  bytea: ['\\x00', '\\xff'],
  point: ['(1,2)', '(2,1)'],
  int4range: ['[1,4)', '[2,4)'],
};

// The values of a type for fields whose values are of another form.
function getValues(type: string, schema: string): readonly [string, string] {
  if (type.startsWith('timestamp') && schema === 'z.iso.date()')
    return ['2026-01-01 12:00:00Z', '2026-01-02 12:00:00Z'];
  if (schema === 'z.iso.datetime()' && !type.startsWith('timestamp')) return ['999999999999', '1767225600000'];
  if (type.startsWith('json') && schema === 'z.array(z.int())') return ['[1]', '[2]'];
  if (type.startsWith('json') && schema.startsWith('z.object')) return ['{"a":1}', '{"a":2}'];
  return VALUES[type]!;
}

function evaluate(code: string): z.ZodType {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the code is that of the documentation
  return (new Function('z', 'field', `return ${code}`) as (library: typeof z, fields: typeof field) => z.ZodType)(
    z,
    field,
  );
}

async function open(type: string, schema: z.ZodType, values: readonly string[], isCompared: boolean) {
  const { database } = postgres;
  await sql.raw('drop table if exists things').execute(database);
  await sql.raw(`create table things (id integer primary key, value ${type})`).execute(database);
  for (const [index, value] of values.entries())
    await sql.raw(`insert into things values (${index + 1}, '${value}')`).execute(database);
  const store = sqlStore(database as unknown as Kysely<{ things: object }>, 'things');
  const compared = { value: filter.exact(), order: filter.order(['value']) };
  const exists = { exists: filter.exists(['value']) };
  const host = defineHost({
    log: false,
    profiler: false,
    access: 'public',
    resources: [
      resource('things', z.object({ id: z.int(), value: schema.nullable() }), {
        id: 'id',
        filters: isCompared ? { ...exists, ...compared } : exists,
        store,
      }),
    ],
  });
  return async (query: string): Promise<{ id: number; value: unknown }[]> => {
    const response = await host.fetch(new Request(`http://localhost/api/things?${query}`));
    const text = await response.text();
    equal(response.status, 200, text);
    return JSON.parse(text) as { id: number; value: unknown }[];
  };
}

describe('the table of the types of PostgreSQL in docs/host/sql-store.md', { skip: postgres.skip }, async () => {
  const table = readTable();
  if (postgres.skip === false)
    for (const statement of ['create extension if not exists citext', "create type mood as enum ('sad', 'happy')"])
      await sql.raw(statement).execute(postgres.database);

  test('names each type with values of this test', () => {
    ok(table.length > 10);
    deepEqual(new Set(table.flatMap(({ types }) => types)), new Set(Object.keys(VALUES)));
  });

  for (const { types, schemas, use } of table)
    for (const type of types)
      for (const code of schemas)
        test(`is right for ${code} in ${type}:${use.replace(/ +/g, ' ')}`, async () => {
          const schema = evaluate(code);
          const isCompared = !use.includes('`filter.exists` only');
          const find = await open(type, schema, getValues(type, code), isCompared);
          const items = await find('exists[value]=true');
          deepEqual(
            items.map(({ value }) => schema.safeParse(value).success),
            [true, true],
            JSON.stringify(items),
          );
          if (!isCompared) return;
          const ids = async (query: string): Promise<number[]> => (await find(query)).map(({ id }) => id);
          deepEqual(await ids('order[value]=asc'), [1, 2]);
          deepEqual(await ids('order[value]=desc'), [2, 1]);
          for (const { id, value } of items)
            deepEqual(await ids(`value=${encodeURIComponent(String(value))}`), [id], String(value));
          const [, stored, sent] = /`([^`]+)` is found by `([^`]+)`/.exec(use) ?? [];
          if (stored === undefined || sent === undefined) return;
          const findSame = await open(type, schema, [stored], true);
          equal((await findSame(`value=${encodeURIComponent(sent)}`)).length, 1);
        });
});
