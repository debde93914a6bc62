import type { StoreShape, JoinTable, StoreField } from '../../features/resources/declare/resource-store.ts';
import { assertKnownNames } from 'oriel-core/http';
import type { ColumnTypes } from './postgres-types.ts';
import type { ConstraintProblem, ConstraintProblems } from './constraint-problems.ts';
import { assertSupported } from './postgres-support.ts';
import { quote } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { computedColumn } from './computed-columns.ts';
import { sqlColumn } from './sql-column.ts';
import type { ColumnOptions, FoldedColumn, SqlColumn } from './sql-column.ts';

/** The column of each field: its name, its options, or false for a field without a column. */
export type ColumnMap = Readonly<Record<string, string | false | ColumnOptions>>;

/** The table of a resource. Created when the host starts. */
export class SqlTable {
  readonly shape: StoreShape;
  readonly dialect: SqlDialect;
  readonly bareName: string;
  /** The quoted name. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, SqlColumn>;
  /** Columns that the store may write, but the resource never returns. */
  readonly hidden: ReadonlyMap<string, SqlColumn>;
  readonly id: readonly SqlColumn[];
  readonly all: readonly SqlColumn[];
  /** The columns of computed fields. */
  readonly computed: readonly SqlColumn[];
  /** The columns of {@link SqlTable.all} in the table itself, without those in join tables and computed ones. */
  readonly own: readonly SqlColumn[];
  /** The problems that the application declares, by the name of the constraint. */
  readonly constraints: ReadonlyMap<string, ConstraintProblem>;

  /**
   * @param types the types of its columns in PostgreSQL
   * @param joinTypes the types of the columns of each join table in PostgreSQL
   * @param constraints the problems of constraints
   * @throws {TypeError} if a field has no column, or a problem names an unknown field
   */
  constructor(
    shape: StoreShape,
    name: string,
    mapping: ColumnMap,
    dialect: SqlDialect,
    types?: ColumnTypes,
    joinTypes?: ReadonlyMap<string, ColumnTypes>,
    constraints: ConstraintProblems = {},
  ) {
    this.shape = shape;
    this.dialect = dialect;
    this.bareName = name;
    this.name = quote(name);
    const columns = new Map<string, SqlColumn>();
    for (const field of shape.fields) {
      const isComputed = field.expression !== undefined;
      const mapped = isComputed ? computedColumn(shape, field) : mapping[field.name];
      if (mapped === false) continue;
      const through = shape.link(field.name)?.through;
      if (through !== undefined) {
        const id = idColumn(shape, mapping, dialect, types);
        columns.set(field.name, joinColumn(field, through, id, dialect, joinTypes?.get(through.table)));
        continue;
      }
      const options = getOptions(mapped);
      const bareName = options.column ?? field.name;
      const type = types?.get(bareName);
      const known = type !== undefined && { type, digits: types?.digits?.get(bareName) };
      if (known) assertSupported(field, known, isComputed ? field.name : bareName, name, shape.resource);
      columns.set(field.name, sqlColumn(field, options, dialect, type));
    }
    this.columns = columns;
    this.hidden = hiddenColumns(mapping, columns, dialect, types);
    this.all = [...columns.values()];
    this.computed = this.all.filter(({ expression }) => expression !== undefined);
    this.own = this.all.filter(({ join, expression }) => join === undefined && expression === undefined);
    if (types) assertColumns([...this.own, ...this.hidden.values()], types.keys(), name);
    this.id = shape.id.map((key) => {
      const column = columns.get(key);
      if (column === undefined)
        throw new TypeError(
          `"${key}" is part of the identifier of "${shape.resource}", but the table "${name}" has no column for it`,
        );
      return column;
    });
    this.constraints = new Map(Object.entries(constraints));
    for (const [constraint, { fields = [] }] of this.constraints)
      assertKnownNames(
        fields,
        [...this.#names, ...this.hidden.keys()],
        `field of "${shape.resource}" at the constraint "${constraint}"`,
      );
  }

  /** Returns the columns for these fields, with those of the identifier and the order. */
  columnsFor(
    fields: readonly string[] | undefined,
    order: readonly { readonly field: string }[] = [],
  ): readonly SqlColumn[] {
    if (fields === undefined) return this.all;
    assertKnownNames(fields, this.#names, `field of "${this.shape.resource}"`);
    const wanted = new Set([...fields, ...this.shape.id, ...order.map(({ field }) => field)]);
    return this.all.filter(({ field }) => wanted.has(field));
  }

  /** Returns the folded columns by which this order sorts. */
  foldedFor(order: readonly { readonly field: string }[]): readonly FoldedColumn[] {
    return order.flatMap(({ field }) => {
      const folded = this.columns.get(field)?.folded;
      return folded?.order ? folded : [];
    });
  }

  /**
   * Throws for names that are neither a column nor a field without one.
   *
   * @throws {TypeError} with the first unknown name
   */
  assertWritable(names: Iterable<string>): void {
    assertKnownNames(names, [...this.#names, ...this.hidden.keys()], `field or column of "${this.shape.resource}"`);
  }

  /** @throws {TypeError} unless the identifier has exactly the keys of this resource */
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

  /** Returns the column to which a value is written; undefined if there is none. */
  writable(field: string): SqlColumn | undefined {
    return this.columns.get(field) ?? this.hidden.get(field);
  }
}

function idColumn(shape: StoreShape, mapping: ColumnMap, dialect: SqlDialect, types?: ColumnTypes): SqlColumn {
  const [key] = shape.id;
  const field = shape.fields.find(({ name }) => name === key)!;
  const mapped = mapping[field.name];
  const options = getOptions(mapped === false ? undefined : mapped);
  return sqlColumn(field, options, dialect, types?.get(options.column ?? field.name));
}

/** @param existing the names of the columns of the table @throws {TypeError} for columns that the table does not have */
export function assertColumns(
  columns: readonly Pick<SqlColumn, 'bareName'>[],
  existing: Iterable<string>,
  name: string,
): void {
  const names = [...existing];
  const missing = columns.filter(({ bareName }) => !names.includes(bareName)).map(({ bareName }) => `"${bareName}"`);
  if (missing.length > 0)
    throw new TypeError(
      `The table "${name}" has no column ${missing.join(', ')}; it has ${names.join(', ')}. Map fields to columns with columns: { field: 'column' }`,
    );
}

function getOptions(mapped: string | ColumnOptions | undefined): ColumnOptions {
  return typeof mapped === 'string' ? { column: mapped } : (mapped ?? {});
}

// Mapped names that are not fields can be sent by clients and are never returned, such as a password.
function hiddenColumns(
  mapping: ColumnMap,
  fields: ReadonlyMap<string, SqlColumn>,
  dialect: SqlDialect,
  types: ColumnTypes | undefined,
): Map<string, SqlColumn> {
  const hidden = new Map<string, SqlColumn>();
  for (const [name, mapped] of Object.entries(mapping))
    if (mapped !== false && !fields.has(name)) {
      const options = getOptions(mapped);
      const type = types?.get(options.column ?? name);
      hidden.set(name, sqlColumn({ name, kind: 'string', nullable: true }, options, dialect, type));
    }
  return hidden;
}

/**
 * Returns the column of a list of links that a join table stores. It is selected as a JSON list in the order of the identifiers.
 *
 * @param id the column of the identifier of the item
 * @param types the types of the join table in PostgreSQL
 * @throws {TypeError} if the join table has no such column
 */
function joinColumn(
  field: StoreField,
  { table, from, to }: JoinTable,
  id: SqlColumn,
  dialect: SqlDialect,
  types: ColumnTypes | undefined,
): SqlColumn {
  for (const column of [from, to])
    if (types && !types.has(column))
      throw new TypeError(
        `The table "${table}" has no column "${column}"; it has ${[...types.keys()].join(', ')}. Name its columns with through: { table, from, to }`,
      );
  const link = sqlColumn({ ...field, kind: field.elements ?? 'json' }, { column: to }, dialect, types?.get(to));
  const [rows, start, end] = [quote(table), quote(from), quote(to)];
  const list = dialect.jsonList('"link"');
  return {
    ...sqlColumn({ ...field, kind: 'json' }, {}, dialect, dialect.name === 'postgres' ? 'json' : undefined),
    name: id.name,
    select: (column) =>
      `(select ${list} from (select ${link.select(`j.${end}`)} as "link" from ${rows} as j where j.${start} = ${column} order by j.${end}) as links)`,
    join: { table: rows, from: start, to: link },
  };
}
