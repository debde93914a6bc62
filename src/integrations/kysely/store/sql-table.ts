import type { StoreShape } from '../../../features/resources/stores/resource-store.ts';
import { assertKnownNames } from '../../../core/http/assert-known-names.ts';
import type { ColumnTypes } from './postgres-types.ts';
import { quote } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { sqlColumn } from './sql-column.ts';
import type { ColumnOptions, SqlColumn } from './sql-column.ts';

/** Which column each field of a resource has: its name, more about it, or false where no column holds it. */
export type ColumnMap = Readonly<Record<string, string | false | ColumnOptions>>;

/** A table as one resource sees it, worked out when the host starts. */
export class SqlTable {
  readonly shape: StoreShape;
  readonly dialect: SqlDialect;
  readonly bareName: string;
  /** Its name, quoted. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, SqlColumn>;
  /** Columns that the resource never shows, and its store may write. */
  readonly hidden: ReadonlyMap<string, SqlColumn>;
  readonly id: readonly SqlColumn[];
  readonly all: readonly SqlColumn[];

  /**
   * @param types the types of its columns, once PostgreSQL was asked
   * @throws {TypeError} when a field has no column
   */
  constructor(shape: StoreShape, name: string, mapping: ColumnMap, dialect: SqlDialect, types?: ColumnTypes) {
    this.shape = shape;
    this.dialect = dialect;
    this.bareName = name;
    this.name = quote(name);
    const columns = new Map<string, SqlColumn>();
    for (const field of shape.fields) {
      const mapped = mapping[field.name];
      if (mapped === false) continue;
      const options = optionsOf(mapped);
      columns.set(field.name, sqlColumn(field, options, dialect, types?.get(options.column ?? field.name)));
    }
    if (types) refuseMissing([...columns.values()], types, name);
    this.columns = columns;
    this.hidden = hiddenColumns(mapping, columns, dialect, types);
    this.all = [...columns.values()];
    this.id = shape.id.map((key) => {
      const column = columns.get(key);
      if (column === undefined)
        throw new TypeError(
          `"${key}" identifies items of "${shape.resource}", but the table "${name}" has no column for it`,
        );
      return column;
    });
  }

  /** The columns a list needs that shows these fields: those of the identifier and the order come with them. */
  columnsFor(
    fields: readonly string[] | undefined,
    order: readonly { readonly field: string }[] = [],
  ): readonly SqlColumn[] {
    if (fields === undefined) return this.all;
    assertKnownNames(fields, this.#names, `field of "${this.shape.resource}"`);
    const wanted = new Set([...fields, ...this.shape.id, ...order.map(({ field }) => field)]);
    return this.all.filter(({ field }) => wanted.has(field));
  }

  /**
   * Refuses names that have no column and are no field without one.
   * @throws {TypeError} naming the first of them
   */
  refuseUnknown(names: Iterable<string>): void {
    assertKnownNames(names, [...this.#names, ...this.hidden.keys()], `field or column of "${this.shape.resource}"`);
  }

  /** @throws {TypeError} if an identifier has not exactly the keys of this resource */
  checkIdentity(id: Readonly<Record<string, unknown>>): void {
    let count = 0;
    for (const key in id) {
      if (!this.shape.id.includes(key)) assertKnownNames([key], this.shape.id, `key of "${this.shape.resource}"`);
      count++;
    }
    if (count < this.shape.id.length)
      throw new TypeError(`An item of "${this.shape.resource}" is identified by ${this.shape.id.join(' and ')}`);
  }

  get #names(): string[] {
    return this.shape.fields.map(({ name }) => name);
  }

  /** The column that a value is written to; undefined when the table has none. */
  writable(field: string): SqlColumn | undefined {
    return this.columns.get(field) ?? this.hidden.get(field);
  }
}

function refuseMissing(columns: readonly SqlColumn[], types: ColumnTypes, name: string): void {
  const missing = columns.filter(({ bareName }) => !types.has(bareName)).map(({ bareName }) => `"${bareName}"`);
  if (missing.length > 0)
    throw new TypeError(
      `The table "${name}" has no column ${missing.join(', ')}; it has ${[...types.keys()].join(', ')}. Say which one a field has with columns: { field: 'column' }`,
    );
}

function optionsOf(mapped: string | ColumnOptions | undefined): ColumnOptions {
  return typeof mapped === 'string' ? { column: mapped } : (mapped ?? {});
}

// What is mapped but no field: something a client may send and never see again, such as a password.
function hiddenColumns(
  mapping: ColumnMap,
  fields: ReadonlyMap<string, SqlColumn>,
  dialect: SqlDialect,
  types: ColumnTypes | undefined,
): Map<string, SqlColumn> {
  const hidden = new Map<string, SqlColumn>();
  for (const [name, mapped] of Object.entries(mapping))
    if (mapped !== false && !fields.has(name)) {
      const options = optionsOf(mapped);
      const type = types?.get(options.column ?? name);
      hidden.set(name, sqlColumn({ name, kind: 'string', nullable: true }, options, dialect, type));
    }
  return hidden;
}
