import type { Identity, StoreContext } from '../../../features/resources/stores/resource-store.ts';
import { postgresRefusal } from './postgres-errors.ts';
import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { missingLinks } from './sqlite-missing-links.ts';
import { sqliteRefusal } from './sqlite-errors.ts';
import { selection } from './store-reads.ts';
import { itemOf } from './rows-page.ts';
import type { Scope, StoreReads } from './store-reads.ts';
import { refusalError } from './write-errors.ts';
import { typed } from './write-filter.ts';

type Item = Record<string, unknown>;
// What is written, by the bare name of its column.
type Values = Map<string, unknown>;

/** What a store writes: one statement each, which gives the row as it is afterwards. */
export class StoreWrites {
  readonly #table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #reads: StoreReads;
  readonly #scope: Scope | undefined;

  constructor(table: SqlTable, runner: SqlRunner, reads: StoreReads, scope: Scope | undefined) {
    this.#table = table;
    this.#runner = runner;
    this.#reads = reads;
    this.#scope = scope;
  }

  async create(item: Item, context: StoreContext): Promise<Item> {
    const { name, all, dialect } = this.#table;
    const scope = this.#scopeOf(context);
    if (context.fromBody !== true) this.#table.refuseUnknown(Object.keys(item));
    const values = this.#values({ ...item, ...scope });
    // The application may scope rows by a column that the resource knows nothing of.
    for (const [name, value] of Object.entries(scope)) if (!this.#table.writable(name)) values.set(name, value);
    const out = new SqlText(dialect);
    const columns = [...values.keys()].map(quote).join(', ');
    const given = [...values.values()].map((value) => out.bind(value)).join(', ');
    const what = values.size === 0 ? 'default values' : `(${columns}) values (${given})`;
    out.sql = `insert into ${name} ${what} returning ${selection(all, undefined)}`;
    const [row] = await this.#write(out, values, context);
    return itemOf(row!, all);
  }

  async change(id: Identity, changes: Item, context: StoreContext): Promise<Item | null> {
    const { name, all, dialect, shape } = this.#table;
    if (context.fromBody !== true) this.#table.refuseUnknown(Object.keys(changes));
    const kept = { ...changes };
    // Neither an identifier nor what holds a row in its scope changes.
    for (const key of [...shape.id, ...Object.keys(this.#scopeOf(context))]) delete kept[key];
    const values = this.#values(kept);
    if (values.size === 0) return this.#reads.get(id, context);
    const out = new SqlText(dialect);
    const alias = out.alias();
    const set = [...values].map(([column, value]) => `${quote(column)} = ${out.bind(value)}`).join(', ');
    out.sql = `update ${name} as ${alias} set ${set} where ${this.#reads.identity(out, alias, id, context)} returning ${selection(all, undefined)}`;
    const [row] = await this.#write(out, values, context);
    return row === undefined ? null : itemOf(row, all);
  }

  async delete(id: Identity, context: StoreContext): Promise<boolean> {
    const { name, dialect, id: keys } = this.#table;
    const out = new SqlText(dialect);
    const alias = out.alias();
    out.sql = `delete from ${name} as ${alias} where ${this.#reads.identity(out, alias, id, context)} returning ${keys[0]!.name}`;
    return (await this.#write(out, undefined, context)).length > 0;
  }

  #scopeOf(context: StoreContext): Item {
    return { ...context.scope, ...this.#scope?.(context.context) };
  }

  // What the table has no column for is not written: what a schema lets through unseen must not name columns.
  #values(item: Item): Values {
    const values = new Map<string, unknown>();
    for (const [name, value] of Object.entries(item)) {
      if (value === undefined) continue;
      const column = this.#table.writable(name);
      if (column === undefined) continue;
      const { bareName, folded, encode } = column;
      values.set(bareName, value === null ? null : encode(typed(value, column)));
      if (folded) values.set(folded.bareName, typeof value === 'string' ? folded.fold(value) : null);
    }
    return values;
  }

  async #write(out: SqlText, values: Values | undefined, request: StoreContext): Promise<readonly Row[]> {
    try {
      return await this.#runner.rows(out, request);
    } catch (error) {
      const refusal =
        out.dialect.name === 'sqlite' ? sqliteRefusal(error, values === undefined) : postgresRefusal(error);
      if (refusal === undefined) throw error;
      // SQLite does not say which link leads nowhere.
      const columns =
        refusal.kind === 'missing' && out.dialect.name === 'sqlite'
          ? await missingLinks(this.#runner, this.#table, values!)
          : refusal.columns;
      throw refusalError({ ...refusal, columns }, this.#table, request.context, error);
    }
  }
}
