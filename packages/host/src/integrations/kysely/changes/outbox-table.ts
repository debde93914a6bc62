import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { queryDatabase } from '../../sql/database-unavailable.ts';
import { connectionOf } from '../store/transactions.ts';
import { isPostgres, rowNumberColumn } from './change-columns.ts';

/** A message to be stored, for one subscriber. */
export interface NewMessage {
  readonly id: string;
  readonly subscriber: string;
  /** Messages of one subscriber with the same subject are delivered in their order. */
  readonly subject: string;
  readonly body: string;
  readonly due: number;
}

/** A message that one worker has claimed. */
export interface ClaimedMessage extends NewMessage {
  readonly seq: number | string;
  /** The number of this attempt; the first is 1. */
  readonly attempts: number;
}

/** The statements of the table of an outbox. */
export class OutboxTable {
  readonly #database: Kysely<never>;
  readonly #name: string;

  constructor(database: Kysely<never>, name: string) {
    this.#database = database;
    this.#name = name;
  }

  /** Stores a message in the transaction of the calling code. */
  async add({ id, subscriber, subject, body, due }: NewMessage): Promise<void> {
    const insert = sql`insert into ${this.#table} (id, subscriber, subject, body, due, attempts)
      values (${id}, ${subscriber}, ${subject}, ${body}, ${due}, 0)`;
    await queryDatabase(() => insert.execute(connectionOf(this.#database)));
  }

  /**
   * Claims messages that are due, until `until`. A message is claimed by one worker at a time, and not before all earlier messages of
   * its subject were delivered or given up.
   */
  async claim(claim: string, now: number, until: number, limit: number): Promise<readonly ClaimedMessage[]> {
    const table = this.#table;
    // Workers that claim at the same time do not wait for each other.
    const lock = sql.raw(isPostgres(this.#database) ? 'for update skip locked' : '');
    const { rows } = await sql<ClaimedMessage>`
      with next as (
        select seq from ${table} as message
        where due <= ${now} and not exists (
          select 1 from ${table} as earlier
          where earlier.subscriber = message.subscriber and earlier.subject = message.subject
            and earlier.seq < message.seq and earlier.due is not null)
        order by seq limit ${limit} ${lock})
      update ${table} set claim = ${claim}, due = ${until}, attempts = attempts + 1
      where seq in (select seq from next)
      returning seq, id, subscriber, subject, body, due, attempts`.execute(this.#database);
    return rows;
  }

  /** Removes a delivered message, unless another worker has claimed it since. */
  async remove({ seq }: ClaimedMessage, claim: string): Promise<void> {
    await sql`delete from ${this.#table} where seq = ${seq} and claim = ${claim}`.execute(this.#database);
  }

  /** Stores why a delivery failed and when it is tried again; null for a message that is given up. */
  async postpone({ seq }: ClaimedMessage, claim: string, due: number | null, error: string): Promise<void> {
    await sql`update ${this.#table} set due = ${due}, error = ${error}, claim = null
      where seq = ${seq} and claim = ${claim}`.execute(this.#database);
  }

  /** Creates the table, for `sqlMigrations`. */
  get migration(): Migration {
    const table = this.#table;
    const name = this.#name.replaceAll('.', '_');
    return {
      async up(database: Kysely<never>) {
        await sql`create table ${table} (seq ${rowNumberColumn(database)}, id text not null, subscriber text not null,
          subject text not null, body text not null, due bigint, attempts integer not null, claim text, error text)`.execute(
          database,
        );
        await sql`create index ${sql.ref(`${name}_due`)} on ${table} (due)`.execute(database);
        await sql`create index ${sql.ref(`${name}_subject`)} on ${table} (subscriber, subject, seq)`.execute(database);
      },
      async down(database: Kysely<never>) {
        await sql`drop table ${table}`.execute(database);
      },
    };
  }

  get #table() {
    return sql.table(this.#name);
  }
}
