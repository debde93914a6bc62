import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';

/**
 * Returns a table that is created on first use, and whose rows expire at the time in their column `until`. Expired rows are removed
 * at most once a minute.
 *
 * @param columns the columns besides `until`, such as `key text primary key`
 */
export function createExpiringTable(
  database: Kysely<never>,
  tableName: string,
  columns: RawBuilder<unknown>,
  now: () => number,
) {
  const name = sql.table(tableName);
  const create = sql`create table if not exists ${name} (${columns}, until bigint not null)`;
  let created: Promise<unknown> | undefined;
  let swept = now();
  return {
    /** The name, as part of a statement. */
    name,
    /** Creates the table unless it exists. After an error, the next call tries again. */
    open(): Promise<unknown> {
      // PostgreSQL can fail when two processes create the table at the same time; then it exists.
      const attempt = () => create.execute(database).catch(() => create.execute(database));
      return (created ??= attempt().catch((error: unknown) => {
        created = undefined;
        throw error;
      }));
    },
    /** Removes expired rows, if the last time is a minute ago. */
    async sweep(): Promise<void> {
      const time = now();
      if (time - swept < 60_000) return;
      swept = time;
      await sql`delete from ${name} where until <= ${time}`.execute(database);
    },
  };
}
