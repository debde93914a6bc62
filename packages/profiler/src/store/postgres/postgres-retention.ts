import { NOTABLE_PART, PINNED_PART } from '../profile-storage.ts';
import type { ResolvedCaps } from '../profile-storage.ts';
import { IS_NOTABLE } from '../sql/profile-row.ts';
import { dropPartitions } from './partitions.ts';
import type { PostgresClient } from './postgres-client.ts';
import { tryToLockRemoval } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { transaction } from './postgres-client.ts';

/**
 * Removes the oldest profiles that are not pinned while there are too many or they take too many bytes, at most 20,000. The newest ones with errors
 * or findings are removed last. Does nothing while another process removes profiles.
 */
export async function removeExcess(client: PostgresClient, tables: TableNames, caps: ResolvedCaps): Promise<void> {
  const { rows } = await client.query(`select profiles, bytes from ${tables.counters}`);
  const [profiles, bytes] = [Number(rows[0]?.['profiles']), Number(rows[0]?.['bytes'])];
  let excess = profiles - caps.profiles;
  // Some more than necessary, so that not every batch removes profiles.
  if (excess > 0) excess += Math.floor(caps.profiles / 128);
  const count = Math.min(Math.max(excess, Math.ceil(((bytes - caps.bytes) / bytes) * profiles)), MOST);
  if (!(count > 0)) return;
  await transaction(client, async () => {
    if (!(await tryToLockRemoval(client, tables))) return;
    const reserved = await findReserved(client, tables, caps);
    const removable = `pinned = 0 and not ((time, lease) > ($1, $2) and ${IS_NOTABLE})`;
    const nth = `select time, lease from ${tables.profiles} where ${removable} order by time, lease limit 1`;
    const [last] = (await client.query(`${nth} offset ${count - 1}`, reserved)).rows;
    if (last === undefined) return;
    const until = `${removable} and time <= $3 and (time, lease) <= ($3, $4)`;
    await remove(client, tables, until, [...reserved, last['time'], last['lease']]);
  });
}

// Returns time and lease of the newest profile with errors or findings that is removed like others.
async function findReserved(client: PostgresClient, { profiles }: TableNames, caps: ResolvedCaps): Promise<unknown[]> {
  const { rows } = await client.query(
    `select time, lease from (
      select time, lease, row_number() over newest as count, sum(size) over newest as bytes from ${profiles}
      where ${IS_NOTABLE} and pinned = 0 window newest as (order by time desc, lease desc)
    ) as notable where count > $1 or bytes > $2 order by time desc, lease desc limit 1`,
    [Math.floor(caps.profiles * NOTABLE_PART), caps.bytes * NOTABLE_PART],
  );
  return [rows[0]?.['time'] ?? -1, rows[0]?.['lease'] ?? -1];
}

/** Removes profiles that began before a time: whole partitions, and the older profiles of the oldest one. */
export async function removeAged(client: PostgresClient, tables: TableNames, before: number): Promise<void> {
  await transaction(client, async () => {
    if (!(await tryToLockRemoval(client, tables))) return;
    await dropPartitions(client, tables, before);
    const aged = `(time, lease) in (select time, lease from ${tables.profiles}
      where pinned = 0 and time < $1 order by time, lease limit ${MOST})`;
    await remove(client, tables, aged, [before]);
  });
}

/** Pins a profile. Returns false if it does not exist or the limit of pinned profiles is reached. */
export async function pinProfile(
  client: PostgresClient,
  { profiles }: TableNames,
  caps: ResolvedCaps,
  lease: number,
  note: string | undefined,
): Promise<boolean> {
  const { rows } = await client.query(
    `select count(*) as count, coalesce(sum(size), 0) as bytes,
      coalesce(max(pinned) filter (where lease = $1), -1) as pinned
    from (select lease, size, pinned from ${profiles} where lease = $1
      union select lease, size, pinned from ${profiles} where pinned = 1) as either`,
    [lease],
  );
  const [{ count, bytes, pinned } = {}] = rows;
  if (Number(pinned) < 0) return false;
  const fits = Number(count) <= caps.profiles * PINNED_PART && Number(bytes) <= caps.bytes * PINNED_PART;
  if (Number(pinned) === 0 && !fits) return false;
  await client.query(`update ${profiles} set pinned = 1, note = $2 where lease = $1`, [lease, note ?? null]);
  return true;
}

/** Removes all profiles that are not pinned, or all. Returns how many were removed. */
export async function removeAll(client: PostgresClient, tables: TableNames, pinnedToo: boolean): Promise<number> {
  const { profiles, counters } = tables;
  return transaction(client, async () => {
    // No process can write meanwhile, so that the counters are exact.
    await client.query(`lock table ${profiles} in access exclusive mode`);
    const { rows } = await client.query(`select profiles from ${counters} for update`);
    const everything =
      pinnedToo || (await client.query(`select 1 from ${profiles} where pinned = 1 limit 1`)).rows.length === 0;
    await client.query(everything ? `truncate ${profiles}` : `delete from ${profiles} where pinned = 0`);
    await client.query(`delete from ${tables.losses}`);
    const [remaining] = (
      await client.query(
        `update ${counters} set (profiles, bytes, requests) = (select count(*), coalesce(sum(size), 0),
          coalesce(sum(weight), 0) from ${profiles}) returning profiles`,
      )
    ).rows;
    return Number(rows[0]?.['profiles']) - Number(remaining?.['profiles']);
  });
}

/** Removes profiles by the place of their token in the order of leases, except pinned ones. Returns how many were removed. */
export function removeLeases(client: PostgresClient, tables: TableNames, leases: readonly number[]): Promise<number> {
  return transaction(client, () => remove(client, tables, 'pinned = 0 and lease = any($1)', [leases]));
}

async function remove(
  client: PostgresClient,
  { profiles, counters }: TableNames,
  where: string,
  parameters: readonly unknown[],
): Promise<number> {
  const { rows } = await client.query(
    `with removed as (delete from ${profiles} where ${where} returning size, weight),
      total as (select count(*) as count, coalesce(sum(size), 0) as bytes, coalesce(sum(weight), 0) as requests
        from removed)
    update ${counters} as counters set profiles = counters.profiles - total.count,
      bytes = counters.bytes - total.bytes, requests = counters.requests - total.requests from total
      returning total.count as removed`,
    parameters,
  );
  return Number(rows[0]?.['removed']);
}

const MOST = 20_000;
