import type { LostProfiles, StorageOverview } from '../profile-storage.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { TableNames } from './postgres-schema.ts';
import { Date } from 'oriel-core/builtins';

/** The profiles that this process lost and has not reported to the server. */
export class LostCount {
  readonly #machine: string;
  #count = 0;
  #from = 0;
  #to = 0;
  /** The name of the application, known from its profiles. */
  app = '';

  constructor(machine: string) {
    this.#machine = machine;
  }

  add(count: number): void {
    const now = Date.now();
    if (this.#count === 0) this.#from = now;
    this.#to = now;
    this.#count += count;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Saves what was lost. It is kept if it cannot be saved. @throws {unknown} the error of `save` */
  async flush(save: (lost: LostProfiles) => Promise<void>): Promise<void> {
    if (this.isEmpty) return;
    const lost = { machine: this.#machine, app: this.app, from: this.#from, to: this.#to, count: this.#count };
    this.#count = 0;
    try {
      await save(lost);
    } catch (error) {
      if (this.isEmpty) this.#to = lost.to;
      this.#from = lost.from;
      this.#count += lost.count;
      throw error;
    }
  }
}

/** Stores a loss. One that continues the previous one of the process extends it. */
export async function saveLoss(client: PostgresClient, { losses }: TableNames, lost: LostProfiles): Promise<void> {
  const { machine, app, from, to, count } = lost;
  const extended = await client.query(
    `update ${losses} set last = $4, count = count + $5 where (machine, app, last) = (
      select machine, app, last from ${losses} where machine = $1 and app = $2 and last >= $3::float8 - ${SAME_LOSS}
      order by last desc limit 1)`,
    [machine, app, from, to, count],
  );
  if (extended.rowCount === 0)
    await client.query(`insert into ${losses} values ($1, $2, $3, $4, $5)`, [machine, app, from, to, count]);
}

/** Returns the machines and the newest losses. */
export async function readOverview(client: PostgresClient, { machines, losses }: TableNames): Promise<StorageOverview> {
  const names = await client.query(`select name from ${machines} order by name limit 1000`);
  const lost = await client.query(`select * from ${losses} order by last desc limit 5`);
  return {
    machines: names.rows.map(({ name }) => String(name)),
    lost: lost.rows.map((row) => ({
      machine: String(row['machine']),
      app: String(row['app']),
      from: Number(row['first']),
      to: Number(row['last']),
      count: Number(row['count']),
    })),
  };
}

const SAME_LOSS = 10_000;
