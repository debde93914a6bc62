import type { CopyLine } from './copy-line.ts';
import { createPartitions } from './partitions.ts';
import { copyFrom, transaction } from './postgres-client.ts';
import type { PostgresClient } from './postgres-client.ts';
import { COPIED } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { isProfileError } from './postgres-trouble.ts';

/** Stores a batch. Profiles whose token exists, and those that the server rejects, are left out. Returns how many are stored. */
export async function writeProfiles(
  client: PostgresClient,
  tables: TableNames,
  batch: readonly CopyLine[],
  months: Set<string>,
): Promise<number> {
  const missing = new Set(batch.map(({ month }) => month).filter((month) => !months.has(month)));
  await createPartitions(client, tables, missing);
  for (const month of missing) months.add(month);
  try {
    return await copyBatch(client, tables, batch);
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

function copyBatch(client: PostgresClient, tables: TableNames, batch: readonly CopyLine[]): Promise<number> {
  return transaction(client, async () => {
    // A batch is repeated if the connection was lost before the answer to its commit.
    const sql = `select lease from ${tables.profiles} where lease = any($1)`;
    const { rows } = await client.query(sql, [batch.map(({ lease }) => lease)]);
    const taken = new Set(rows.map(({ lease }) => Number(lease)));
    const lines = batch.filter(({ lease }) => !taken.has(lease) && taken.add(lease));
    if (lines.length === 0) return 0;
    const copy = `copy ${tables.profiles} (${COPIED.join(', ')}) from stdin`;
    await copyFrom(
      client,
      copy,
      lines.map(({ bytes }) => bytes),
    );
    const sum = (key: 'size' | 'weight'): number => lines.reduce((total, line) => total + line[key], 0);
    // The last statement, because it locks the row for other processes until the commit.
    await client.query(
      `update ${tables.counters} set profiles = profiles + $1, bytes = bytes + $2, requests = requests + $3`,
      [lines.length, sum('size'), sum('weight')],
    );
    return lines.length;
  });
}
