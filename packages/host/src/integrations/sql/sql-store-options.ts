import type { MaybePromise, HttpContext } from 'oriel-core/http';
import type { Identity, ResourceStore, StoreContext } from '../../features/resources/declare/resource-store.ts';
import type { ConstraintProblems } from './constraint-problems.ts';
import type { SqlSearchTable } from './search-index.ts';
import type { ColumnMap } from './sql-table.ts';

/** Options of stores in SQL tables. */
export interface SqlStoreOptions {
  /**
   * The columns of fields whose column has another name: `{ publishedAt: 'published_at' }`, options of the column, or
   * false for a field without one. A name that is not a field of the schema is written if it is sent, and never read.
   * @default {}
   */
  readonly columns?: ColumnMap;
  /**
   * Returns the equalities that all rows of a request meet, by field or column: `(context) => ({ owner: userOf(context)
   * })`. Other rows do not exist for the request, new rows get these values, and no write changes them.
   * @default all rows
   */
  readonly scope?: (context: HttpContext) => Readonly<Record<string, unknown>>;
  /**
   * The field or column with the time at which a row was deleted. Deleting sets it, and such rows do not exist for
   * requests, also not through links. The store `trash` has them.
   * @default deleting removes the row
   */
  readonly softDelete?: string;
  /**
   * What the option `search` of the resource searches in: on PostgreSQL a column of the type `tsvector`, on SQLite an FTS5
   * table with the searched columns. It has the rowids of the table, or a column with its identifiers: `{ table, key }`.
   * @default the text of every row, without an index
   */
  readonly search?: string | SqlSearchTable;
  /**
   * The problems that clients receive for constraints of the table, by the name of the constraint or unique index: `{
   * appointments_no_overlap: { type: '/problems/slot-taken', detail: 'Another appointment overlaps' } }`.
   * @default 409 for duplicates and rows in use, 422 with the fields for invalid values
   */
  readonly constraints?: ConstraintProblems;
}

// Without `exactOptionalPropertyTypes`, `Required` would also remove `undefined` from the type of `scope`.
interface FullStore<Row, Transaction> extends Required<Omit<ResourceStore<Row>, 'scope' | 'currentTransaction'>> {
  readonly scope: ResourceStore<Row>['scope'];
  currentTransaction(): Transaction | undefined;
}

/** The store of a resource in a table. Functions in `provide` and `process` may call its methods. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
export interface SqlStore<Row = any, Transaction = unknown> extends FullStore<Row, Transaction> {
  /**
   * A store with the deleted rows of a store with `softDelete`, for a resource of its own. Its `delete` removes rows.
   * @throws {TypeError} without `softDelete`
   */
  readonly trash: TrashStore<Row, Transaction>;
}

/** The deleted rows of a store. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export interface TrashStore<Row = any, Transaction = unknown> extends FullStore<Row, Transaction> {
  /** Makes a deleted row visible again. @returns null if there is no such row */
  restore(id: Identity, context: StoreContext): MaybePromise<Row | null>;
}
