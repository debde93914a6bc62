import type { StoreShape } from '../../features/resources/declare/resource-store.ts';
import { computedTypes } from './computed-columns.ts';
import { DeletedRows } from './deleted-rows.ts';
import { postgresTypes } from './postgres-types.ts';
import type { ColumnTypes } from './postgres-types.ts';
import { searchIndex } from './search-index.ts';
import type { SearchIndex } from './search-index.ts';
import type { ColumnOptions } from './sql-column.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlStoreOptions } from './sql-store-options.ts';
import { SqlTable } from './sql-table.ts';
import type { ColumnMap } from './sql-table.ts';
import { StoreReads } from './store-reads.ts';
import type { Linked } from './store-reads.ts';
import { StoreWrites } from './store-writes.ts';

/** The types of the columns of a table in PostgreSQL, and those of its join tables. */
export interface TableTypes {
  readonly own: ColumnTypes;
  readonly joins: ReadonlyMap<string, ColumnTypes>;
}

/** The parts of a store that is bound to a resource. */
export interface StoreParts {
  readonly shape: StoreShape;
  readonly table: SqlTable;
  readonly search: SearchIndex | undefined;
  readonly reads: StoreReads;
  readonly writes: StoreWrites;
}

/** What a store was created with. */
export interface DescribedStore {
  readonly name: string;
  readonly options: SqlStoreOptions;
  /** The columns of the table by field, if the library knows them. */
  readonly declared: ReadonlyMap<string, ColumnOptions> | undefined;
  readonly runner: SqlRunner;
  /** Whether the store has the deleted rows. */
  readonly isTrash: boolean;
}

/**
 * Creates the parts of a store that is bound to a resource.
 *
 * @param types the types of its columns in PostgreSQL, once they are known
 * @param linked returns the reads of the resource that a field links to
 * @throws {TypeError} if a field has no column, or the column that is searched in has another type
 */
export function createParts(
  store: DescribedStore,
  shape: StoreShape,
  types: TableTypes | undefined,
  linked: Linked,
): StoreParts {
  const { name, options, runner, isTrash } = store;
  const { scope, softDelete, constraints } = options;
  const search = searchIndex(options.search, shape, runner);
  if (types !== undefined && search !== undefined) assertVector(search.name, types.own, name);
  const columns = getColumns(store, shape);
  const { dialect } = runner;
  const table = new SqlTable(shape, name, columns, dialect, types?.own, types?.joins, constraints);
  const createReads = (deleted?: DeletedRows): StoreReads =>
    new StoreReads(table, runner, scope, linked, deleted, search);
  const deleted = softDelete === undefined ? undefined : new DeletedRows(table, softDelete, isTrash);
  const reads = createReads(deleted);
  const restored = isTrash ? createReads(new DeletedRows(table, softDelete!, false)) : reads;
  return {
    shape,
    table,
    search,
    reads,
    writes: new StoreWrites(runner, { reads, scope, deleted, restored }),
  };
}

// Declared columns that are no field of the resource stay unknown, so that no request can write them.
function getColumns({ name: table, options, declared }: DescribedStore, shape: StoreShape): ColumnMap {
  const given = options.columns ?? {};
  if (declared === undefined) return given;
  const columns: Record<string, string | false | ColumnOptions> = { ...given };
  const stored = shape.fields.filter(({ expression }) => expression === undefined);
  for (const name of new Set([...stored.map((field) => field.name), ...Object.keys(given)])) {
    const option = given[name];
    if (option === false || shape.link(name)?.through !== undefined) continue;
    const known = declared.get(name);
    if (known === undefined && option === undefined)
      throw new TypeError(
        `The table "${table}" declares no column for "${name}" of "${shape.resource}"; it declares ${[...declared.keys()].join(', ')}. Map it with columns: { ${name}: 'column' }, or to no column with false`,
      );
    columns[name] = { ...known, ...(typeof option === 'string' ? { column: option } : option) };
  }
  return columns;
}

/** Reads the types of the columns of a table in PostgreSQL, and of its join tables. */
export async function readTypes(name: string, shape: StoreShape, runner: SqlRunner): Promise<TableTypes> {
  const tables = shape.fields.flatMap((field) => shape.link(field.name)?.through?.table ?? []);
  const [columnTypes, ...joins] = await Promise.all([name, ...tables].map((table) => postgresTypes(runner, table)));
  const computed = await computedTypes(shape, name, runner);
  const types = Object.assign(new Map([...columnTypes!, ...computed]), {
    digits: columnTypes!.digits ?? new Map<string, number>(),
  });
  return { own: types, joins: new Map(tables.map((table, index) => [table, joins[index]!])) };
}

function assertVector(column: string, types: ColumnTypes, table: string): void {
  const type = types.get(column);
  if (type !== 'tsvector')
    throw new TypeError(
      `The column "${column}" of "${table}" is ${type ?? 'missing'}, but search needs a tsvector; add it with: alter table ${table} add ${column} tsvector generated always as (to_tsvector('simple', …)) stored`,
    );
}
