import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { queryDatabase } from '../../sql/database-unavailable.ts';
import { connectionOf } from '../store/transactions.ts';
import { isPostgres } from '../database-kind.ts';
import { createMigration } from './change-columns.ts';

/** A message for one subscriber. Messages of a subscriber with the same subject are delivered in their order. */
export interface StoredMessage {
  readonly seq: number | string;
  readonly id: string;
  readonly subscriber: string;
  readonly subject: string;
  readonly body: string;
  /** The number of this attempt; the first is 1. It identifies the claim. */
  readonly attempts: number;
}

/** Creates the statements of the table of an outbox. */
export function createOutboxTable(database: Kysely<never>, name: string) {
  const table = sql.table(name);
  // Workers that claim at the same time do not wait for each other.
  const lock = sql.raw(isPostgres(database) ? 'for update skip locked' : '');
  return {
    /** Stores a message in the transaction of the calling code. It is due at once. */
    async add({ id, subscriber, subject, body }: Omit<StoredMessage, 'seq' | 'attempts'>, now: number): Promise<void> {
      const insert = sql`insert into ${table} (id, subscriber, subject, body, created, due, attempts)
        values (${id}, ${subscriber}, ${subject}, ${body}, ${now}, ${now}, 0)`;
      await queryDatabase(() => insert.execute(connectionOf(database)));
    },
    /** Claims messages until `until`. Each waits until all earlier ones of its subject were delivered or given up. */
    async claim(now: number, until: number): Promise<readonly StoredMessage[]> {
      const { rows } = await sql<StoredMessage>`
        with next as (
          select seq from ${table} as message
          where due <= ${now} and not exists (
            select 1 from ${table} as earlier where earlier.subscriber = message.subscriber
              and earlier.subject = message.subject and earlier.seq < message.seq and earlier.due is not null)
          order by seq limit 20 ${lock})
        update ${table} set due = ${until}, attempts = attempts + 1 where seq in (select seq from next)
        returning seq, id, subscriber, subject, body, attempts`.execute(database);
      return rows;
    },
    /** Removes a delivered message, unless another worker has claimed it since. */
    async remove({ seq, attempts }: StoredMessage): Promise<void> {
      await sql`delete from ${table} where seq = ${seq} and attempts = ${attempts}`.execute(database);
    },
    /** Stores why a delivery failed and when it is tried again; null for a message that is given up. */
    async postpone({ seq, attempts }: StoredMessage, due: number | null, error: string): Promise<void> {
      await sql`update ${table} set due = ${due}, error = ${error.slice(0, 500)}
        where seq = ${seq} and attempts = ${attempts}`.execute(database);
    },
    /** Removes the messages that were given up and created before a time. */
    async removeGivenUp(time: number): Promise<void> {
      await sql`delete from ${table} where due is null and created < ${time}`.execute(database);
    },
  };
}

/** Returns the migration that creates the table. */
export function outboxMigration(name: string): Migration {
  const columns = sql`id text not null, subscriber text not null, subject text not null, body text not null,
    created bigint not null, due bigint, attempts integer not null, error text`;
  return createMigration(name, 'seq', columns, { due: sql`due`, subject: sql`subscriber, subject, seq` });
}
