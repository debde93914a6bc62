import type { Identity, StoreContext } from '../../features/resources/declare/resource-store.ts';
import type { DeletedRows } from './deleted-rows.ts';
import { JoinWrites } from './join-writes.ts';
import { postgresRefusal, postgresValueColumns } from './postgres-errors.ts';
import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { missingLinks, violatedConstraint } from './sqlite-constraints.ts';
import { isMismatch, sqliteRefusal } from './sqlite-errors.ts';
import { selection } from './store-reads.ts';
import { getItem } from './rows-page.ts';
import type { Scope, StoreReads } from './store-reads.ts';
import { refusalError } from './write-errors.ts';
import type { Refusal } from './write-errors.ts';
import { typed } from './write-filter.ts';

type Item = Record<string, unknown>;
// The written values by the unquoted name of their column.
type Values = Map<string, unknown>;

/** What writes depend on besides the database. */
interface WriteParts {
  readonly reads: StoreReads;
  readonly scope: Scope | undefined;
  /** How deleted rows are marked; undefined if rows are removed. */
  readonly deleted: DeletedRows | undefined;
  /** Reads rows that are not deleted. */
  readonly restored: StoreReads;
}

/** Writes to a table. Each write is a single statement that returns the changed row, or a transaction if the table has join tables. */
export class StoreWrites {
  readonly #parts: WriteParts;
  readonly #table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #reads: StoreReads;
  readonly #joins: JoinWrites;

  constructor(runner: SqlRunner, parts: WriteParts) {
    this.#parts = parts;
    this.#reads = parts.reads;
    this.#table = parts.reads.table;
    this.#runner = runner;
    this.#joins = new JoinWrites(this.#table, runner);
  }

  create(item: Item, context: StoreContext): Promise<Item> {
    if (!this.#readsAgain) return this.#insert(item, context);
    return this.#runner.transaction(async () => {
      const id = this.#getId(await this.#insert(item, context));
      if (this.#joins.exist) await this.#joins.write(this.#storedId(id), item, context);
      return (await this.#reads.get(id, context))!;
    });
  }

  change(id: Identity, changes: Item, context: StoreContext): Promise<Item | null> {
    if (!this.#readsAgain) return this.#update(id, changes, context);
    return this.#runner.transaction(async () => {
      if ((await this.#update(id, changes, context)) === null) return null;
      if (this.#joins.exist) await this.#joins.write(this.#storedId(id), changes, context);
      return this.#reads.get(id, context);
    });
  }

  delete(id: Identity, context: StoreContext): Promise<boolean> {
    const { deleted } = this.#parts;
    if (deleted?.isTrash === false) return this.#mark(id, deleted.now(), context).then((row) => row !== undefined);
    if (!this.#joins.exist) return this.#remove(id, context);
    return this.#runner.transaction(async () => {
      if ((await this.#reads.get(id, context, this.#table.shape.id)) === null) return false;
      await this.#joins.clear(this.#storedId(id), context);
      return this.#remove(id, context);
    });
  }

  /** Makes a deleted row visible again. @returns null if there is no such row */
  restore(id: Identity, context: StoreContext): Promise<Item | null> {
    return this.#runner.transaction(async () => {
      const row = await this.#mark(id, null, context);
      return row === undefined ? null : this.#parts.restored.get(id, context);
    });
  }

  // Values that are not in the changed row are read after the write.
  get #readsAgain(): boolean {
    return this.#joins.exist || this.#table.computed.length > 0;
  }

  // Sets the time of the deletion, or removes it.
  #mark(id: Identity, time: unknown, context: StoreContext): Promise<Row | undefined> {
    const set = (out: SqlText): string => `${this.#parts.deleted!.name} = ${out.bind(time)}`;
    return this.#writeUpdate(id, set, new Map(), context);
  }

  async #writeUpdate(
    id: Identity,
    set: (out: SqlText) => string,
    values: Values,
    context: StoreContext,
  ): Promise<Row | undefined> {
    const { name, own, dialect } = this.#table;
    const out = new SqlText(dialect);
    const alias = out.alias();
    out.sql = `update ${name} as ${alias} set ${set(out)} where ${this.#reads.identity(out, alias, id, context)} returning ${selection(own, undefined)}`;
    return (await this.#write(out, values, context))[0];
  }

  async #insert(item: Item, context: StoreContext): Promise<Item> {
    const { name, own, dialect } = this.#table;
    const scope = this.#getScope(context);
    if (context.fromBody !== true) this.#table.assertWritable(Object.keys(item));
    const values = this.#values({ ...item, ...scope });
    // The scope may use a column that is not a field of the resource.
    for (const [name, value] of Object.entries(scope)) if (!this.#table.writable(name)) values.set(name, value);
    const out = new SqlText(dialect);
    const columns = [...values.keys()].map(quote).join(', ');
    const given = [...values.values()].map((value) => out.bind(value)).join(', ');
    const what = values.size === 0 ? 'default values' : `(${columns}) values (${given})`;
    out.sql = `insert into ${name} ${what} returning ${selection(own, undefined)}`;
    const [row] = await this.#write(out, values, context);
    return getItem(row!, own);
  }

  async #update(id: Identity, changes: Item, context: StoreContext): Promise<Item | null> {
    const { own, shape } = this.#table;
    if (context.fromBody !== true) this.#table.assertWritable(Object.keys(changes));
    const remaining = { ...changes };
    // The identifier and the values of the scope never change.
    for (const key of [...shape.id, ...Object.keys(this.#getScope(context))]) delete remaining[key];
    const values = this.#values(remaining);
    if (values.size === 0) return this.#reads.get(id, context);
    const set = (out: SqlText): string =>
      [...values].map(([column, value]) => `${quote(column)} = ${out.bind(value)}`).join(', ');
    const row = await this.#writeUpdate(id, set, values, context);
    return row === undefined ? null : getItem(row, own);
  }

  async #remove(id: Identity, context: StoreContext): Promise<boolean> {
    const { name, dialect, id: keys } = this.#table;
    const out = new SqlText(dialect);
    const alias = out.alias();
    out.sql = `delete from ${name} as ${alias} where ${this.#reads.identity(out, alias, id, context)} returning ${keys[0]!.name}`;
    return (await this.#write(out, undefined, context, id)).length > 0;
  }

  #getId(item: Item): Identity {
    return Object.fromEntries(this.#table.shape.id.map((key) => [key, item[key]]));
  }

  // Tables with join tables have an identifier with a single key.
  #storedId(id: Identity): unknown {
    const [column] = this.#table.id;
    return column!.encode(typed(id[column!.field], column!));
  }

  #getScope(context: StoreContext): Item {
    return { ...context.scope, ...this.#parts.scope?.(context.context) };
  }

  // Values without a column are not written, because the members of a loose schema must not name columns.
  #values(item: Item): Values {
    const values = new Map<string, unknown>();
    for (const [name, value] of Object.entries(item)) {
      if (value === undefined) continue;
      const column = this.#table.writable(name);
      if (column === undefined || column.join || column.expression) continue;
      const { bareName, folded, encode } = column;
      values.set(bareName, value === null ? null : encode(typed(value, column)));
      if (folded) values.set(folded.bareName, typeof value === 'string' ? folded.fold(value) : null);
    }
    return values;
  }

  // @param deleted the identifier of the row that is deleted
  async #write(
    out: SqlText,
    values: Values | undefined,
    request: StoreContext,
    deleted?: Identity,
  ): Promise<readonly Row[]> {
    try {
      return await this.#runner.rows(out, request);
    } catch (error) {
      const isDeleting = values === undefined;
      const isSqlite = out.dialect.name === 'sqlite';
      const refusal = isSqlite ? sqliteRefusal(error, isDeleting) : postgresRefusal(error, isDeleting);
      if (refusal === undefined) throw error;
      const columns = await this.#getColumns(refusal, error, values ?? new Map(), request);
      const constraint = isSqlite
        ? await this.#getConstraint({ ...refusal, columns }, request, deleted)
        : refusal.constraint;
      const write = { context: request.context, scope: Object.keys(this.#getScope(request)) };
      throw refusalError({ ...refusal, columns, constraint }, this.#table, write, error);
    }
  }

  // Only needed to find the problem of the application.
  async #getConstraint(
    refusal: Refusal,
    context: StoreContext,
    deleted: Identity | undefined,
  ): Promise<string | undefined> {
    const { constraints, bareName, dialect } = this.#table;
    if (constraints.size === 0) return refusal.constraint;
    const writeRow = (id: Identity) => () => {
      const out = new SqlText(dialect);
      const alias = out.alias();
      return { out, alias, condition: this.#reads.identity(out, alias, id, context) };
    };
    const row = deleted === undefined ? undefined : writeRow(deleted);
    return (await violatedConstraint(this.#runner, bareName, refusal, row)) ?? refusal.constraint;
  }

  // Databases do not report the columns of all refusals.
  async #getColumns(
    refusal: Refusal,
    error: unknown,
    values: Values,
    request: StoreContext,
  ): Promise<readonly string[]> {
    const isSqlite = this.#table.dialect.name === 'sqlite';
    if (refusal.kind === 'missing' && isSqlite) {
      // A composite foreign key with the tenant refers to its value, which updates do not write.
      const scope = Object.entries(this.#getScope(request)).map(
        ([name, value]) => [this.#table.writable(name)?.bareName ?? name, value] as const,
      );
      return missingLinks(this.#runner, this.#table.bareName, new Map([...scope, ...values]));
    }
    if (refusal.kind !== 'value' || refusal.columns.length > 0) return refusal.columns;
    if (!isSqlite) return postgresValueColumns(error, values);
    // In tables that are not strict, SQLite refuses values of the primary key only.
    const keys = this.#table.id.map(({ bareName }) => bareName);
    return isMismatch(error) ? keys.filter((key) => values.has(key)) : [];
  }
}
