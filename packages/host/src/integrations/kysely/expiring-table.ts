import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';

/**
 * A table that is created on first use, and whose rows expire at the time in their column `until`. Expired rows are removed
 * at most once a minute.
 */
export class ExpiringTable {
  /** The name, as part of a statement. */
  readonly name: ReturnType<typeof sql.table>;
  readonly #database: Kysely<never>;
  readonly #columns: RawBuilder<unknown>;
  readonly #now: () => number;
  #ready: Promise<void> | undefined = undefined;
  #swept: number;

  /** @param columns the columns besides `until`, such as `key text primary key` */
  constructor(database: Kysely<never>, name: string, columns: RawBuilder<unknown>, now: () => number) {
    this.#database = database;
    this.name = sql.table(name);
    this.#columns = columns;
    this.#now = now;
    this.#swept = now();
  }

  /** Creates the table unless it exists. After an error, the next call tries again. */
  open(): Promise<void> {
    return (this.#ready ??= this.#create());
  }

  /** Removes expired rows, if the last time is a minute ago. */
  async sweep(): Promise<void> {
    const now = this.#now();
    if (now - this.#swept < 60_000) return;
    this.#swept = now;
    await sql`delete from ${this.name} where until <= ${now}`.execute(this.#database);
  }

  async #create(): Promise<void> {
    const create = sql`create table if not exists ${this.name} (${this.#columns}, until bigint not null)`;
    try {
      // PostgreSQL can fail when two processes create the table at the same time; then it exists.
      await create.execute(this.#database).catch(() => create.execute(this.#database));
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }
}
