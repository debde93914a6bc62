import type { EncodedRow } from './encode-row.ts';
import { createPartitions } from './partitions.ts';
import { transaction } from './postgres-client.ts';
import type { PostgresClient } from './postgres-client.ts';
import { COLUMN_TYPES } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { isProfileError } from './postgres-trouble.ts';

/** Stores a batch. Profiles whose token exists, and those that the server rejects, are left out. Returns how many are stored. */
export async function writeProfiles(
  client: PostgresClient,
  tables: TableNames,
  batch: readonly EncodedRow[],
  months: Set<string>,
): Promise<number> {
  const missing = new Set(batch.map(({ month }) => month).filter((month) => !months.has(month)));
  await createPartitions(client, tables, missing);
  for (const month of missing) months.add(month);
  try {
    return await insertBatch(client, tables, batch);
  } catch (error) {
    if (!isProfileError(error)) throw error;
    await client.query('rollback');
    // The partition may have been dropped, because it was too old.
    months.clear();
    if (batch.length === 1) return 0;
    const half = batch.length >> 1;
    const first = await writeProfiles(client, tables, batch.slice(0, half), months);
    return first + (await writeProfiles(client, tables, batch.slice(half), months));
  }
}

function insertBatch(client: PostgresClient, tables: TableNames, batch: readonly EncodedRow[]): Promise<number> {
  return transaction(client, async () => {
    // A batch is repeated if the connection was lost before the answer to its commit.
    const sql = `select lease from ${tables.profiles} where lease = any($1)`;
    const { rows } = await client.query(sql, [batch.map(({ lease }) => lease)]);
    const taken = new Set(rows.map(({ lease }) => Number(lease)));
    const added = batch.filter(({ lease }) => !taken.has(lease) && taken.add(lease));
    if (added.length === 0) return 0;
    await client.query(insertRows(tables), getColumns(added));
    const sum = (key: 'size' | 'weight'): number => added.reduce((total, row) => total + row[key], 0);
    // The last statement, because it locks the row for other processes until the commit.
    await client.query(
      `update ${tables.counters} set profiles = profiles + $1, bytes = bytes + $2, requests = requests + $3`,
      [added.length, sum('size'), sum('weight')],
    );
    return added.length;
  });
}

// One array for each column, so that the number of parameters does not depend on the batch.
function insertRows({ profiles }: TableNames): string {
  const arrays = [...COLUMN_TYPES.values()].map((type, index) => `$${index + 1}::${type}[]`);
  return `insert into ${profiles} (${[...COLUMN_TYPES.keys()].join(', ')}) select * from unnest(${arrays.join(', ')})`;
}

function getColumns(rows: readonly EncodedRow[]): unknown[][] {
  const texts = rows.map(({ bytes }) => Buffer.from(bytes).toString());
  const others = rows[0]!.values.map((_, index) => rows.map(({ values }) => values[index]));
  return [...others, texts];
}
