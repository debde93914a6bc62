import type { PostgresClient } from './postgres-client.ts';
import type { TableNames } from './postgres-schema.ts';
import { Date } from 'oriel-core/builtins';

/** The month of a time in UTC, such as `2026_11`. */
export function getMonth(time: number): string {
  return new Date(time).toISOString().slice(0, 7).replace('-', '_');
}

/** Creates the partitions of months that do not exist. Call it outside of a transaction. */
export async function createPartitions(
  client: PostgresClient,
  { profiles }: TableNames,
  months: Iterable<string>,
): Promise<void> {
  for (const month of months) {
    const [from, to] = [getStart(month), getStart(month, 1)];
    const name = `${profiles}_${month}`;
    if ((await client.query('select to_regclass($1) as found', [name])).rows[0]?.['found'] !== null) continue;
    try {
      await client.query(`create table ${name} partition of ${profiles} for values from (${from}) to (${to})`);
    } catch (error) {
      // Another process has created it at the same time.
      if (!EXISTS.includes(String((error as { code?: unknown }).code))) throw error;
    }
  }
}

/** Drops the partitions of months that ended before a time and have no pinned profile. Call it within a transaction. */
export async function dropPartitions(client: PostgresClient, tables: TableNames, before: number): Promise<void> {
  const { counters } = tables;
  for (const { name, month } of await listPartitions(client, tables)) {
    if (getStart(month, 1) > before) continue;
    const { rows } = await client.query(
      `select count(*) as count, coalesce(sum(size), 0) as bytes, coalesce(sum(weight), 0) as requests,
        coalesce(max(pinned), 0) as pinned from ${name}`,
    );
    const [{ count, bytes, requests, pinned } = {}] = rows;
    if (Number(pinned) === 1) continue;
    await client.query(`drop table ${name}`);
    await client.query(
      `update ${counters} set profiles = profiles - $1, bytes = bytes - $2, requests = requests - $3`,
      [count, bytes, requests],
    );
  }
  await client.query(`delete from ${tables.losses} where last < $1`, [before]);
  await client.query(`delete from ${tables.machines} where seen < to_timestamp($1::float8 / 1000)`, [before]);
}

async function listPartitions(
  client: PostgresClient,
  { profiles }: TableNames,
): Promise<{ readonly name: string; readonly month: string }[]> {
  const { rows } = await client.query(
    'select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = to_regclass($1)',
    [profiles],
  );
  return rows.flatMap(({ relname }) => {
    const name = String(relname);
    const month = /_(\d{4}_\d\d)$/.exec(name)?.[1];
    return month === undefined ? [] : [{ name, month }];
  });
}

function getStart(month: string, later = 0): number {
  const [year, number] = month.split('_').map(Number);
  return Date.UTC(year!, number! - 1 + later, 1);
}

// The table, or its entry in the catalogue.
const EXISTS = ['42P07', '23505'];
