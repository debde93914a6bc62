import type { StoreContext } from '../../features/resources/declare/resource-store.ts';
import { postgresRefusal } from './postgres-errors.ts';
import type { SqlColumn, SqlJoin } from './sql-column.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { sqliteRefusal } from './sqlite-errors.ts';
import { refusalError } from './write-errors.ts';
import { typed } from './write-filter.ts';

type JoinColumn = SqlColumn & { readonly join: SqlJoin };

/** Writes the rows of join tables. Call the methods in a transaction. */
export class JoinWrites {
  readonly #table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #columns: readonly JoinColumn[];

  constructor(table: SqlTable, runner: SqlRunner) {
    this.#table = table;
    this.#runner = runner;
    this.#columns = table.all.filter((column): column is JoinColumn => column.join !== undefined);
  }

  /** Whether the table has lists of links in join tables. */
  get exist(): boolean {
    return this.#columns.length > 0;
  }

  /**
   * Makes the links of an item those of the lists that it has: adds and removes rows, and leaves the others.
   *
   * @param id the stored identifier of the item
   * @throws {UnprocessableContentError} with the pointer of a list that links to a missing row
   */
  async write(id: unknown, item: Readonly<Record<string, unknown>>, context: StoreContext): Promise<void> {
    for (const column of this.#columns) {
      const list = item[column.field];
      if (list === undefined) continue;
      const { to } = column.join;
      // A patch and PUT remove a list with null.
      const wanted = new Set(((list ?? []) as readonly unknown[]).map((element) => to.encode(typed(element, to))));
      const present = new Set(await this.#read(id, column, context));
      await this.#remove(
        id,
        column,
        [...present].filter((value) => !wanted.has(value)),
        context,
      );
      await this.#add(
        id,
        column,
        [...wanted].filter((value) => !present.has(value)),
        context,
      );
    }
  }

  /** Removes all links of an item. */
  async clear(id: unknown, context: StoreContext): Promise<void> {
    for (const { join } of this.#columns) {
      const out = new SqlText(this.#table.dialect);
      out.sql = `delete from ${join.table} where ${join.from} = ${this.#bindId(out, id)} returning ${join.from}`;
      await this.#runner.rows(out, context);
    }
  }

  async #read(id: unknown, { join: { table, from, to } }: JoinColumn, context: StoreContext): Promise<unknown[]> {
    const out = new SqlText(this.#table.dialect);
    out.sql = `select ${to.select(to.name)} as "link" from ${table} where ${from} = ${this.#bindId(out, id)}`;
    const rows = await this.#runner.rows(out, context);
    return rows.map(({ link }) => (to.decode === undefined ? link : to.encode(to.decode(link))));
  }

  async #remove(id: unknown, { join }: JoinColumn, links: readonly unknown[], context: StoreContext): Promise<void> {
    for (const part of chunks(links)) {
      const out = new SqlText(this.#table.dialect);
      const condition = `${join.from} = ${this.#bindId(out, id)}`;
      const listed = part.map((element) => out.bind(element, join.to.cast)).join(', ');
      out.sql = `delete from ${join.table} where ${condition} and ${join.to.name} in (${listed}) returning ${join.from}`;
      await this.#runner.rows(out, context);
    }
  }

  async #add(id: unknown, column: JoinColumn, links: readonly unknown[], context: StoreContext): Promise<void> {
    const { table, from, to } = column.join;
    for (const part of chunks(links)) {
      const out = new SqlText(this.#table.dialect);
      const values = part.map((element) => `(${this.#bindId(out, id)}, ${out.bind(element, to.cast)})`).join(', ');
      out.sql = `insert into ${table} (${from}, ${to.name}) values ${values} returning ${from}`;
      try {
        await this.#runner.rows(out, context);
      } catch (error) {
        const refusal = out.dialect.name === 'sqlite' ? sqliteRefusal(error, false) : postgresRefusal(error);
        if (refusal === undefined) throw error;
        throw refusalError(
          { ...refusal, columns: [column.bareName] },
          this.#table,
          { context: context.context, scope: [] },
          error,
        );
      }
    }
  }

  #bindId(out: SqlText, id: unknown): string {
    return out.bind(id, this.#table.id[0]!.cast);
  }
}

const CHUNK = 500;

function* chunks(values: readonly unknown[]): Iterable<readonly unknown[]> {
  for (let from = 0; from < values.length; from += CHUNK) yield values.slice(from, from + CHUNK);
}
