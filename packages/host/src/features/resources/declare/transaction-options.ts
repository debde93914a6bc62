/** An isolation level of transactions, as PostgreSQL names it. */
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

export const ISOLATION_LEVELS: readonly IsolationLevel[] = ['read committed', 'repeatable read', 'serializable'];

/** How a transaction locks the row that it reads: the clause `for …` of PostgreSQL, or none. */
export type RowLock = 'update' | 'no key update' | 'share' | 'none';

export const ROW_LOCKS: readonly RowLock[] = ['update', 'no key update', 'share', 'none'];

/** The transaction in which an operation writes. */
export interface TransactionOptions {
  /**
   * The isolation level on PostgreSQL: `'read committed'`, `'repeatable read'` or `'serializable'`. Transactions of SQLite are always
   * serializable.
   * @default that of the database
   */
  readonly isolation?: IsolationLevel;
  /**
   * How the item of the operation is locked on PostgreSQL: `'update'`, `'no key update'`, `'share'` or `'none'`. The standard operations
   * accept `'update'` and `'no key update'`, and `'none'` with `isolation: 'repeatable read'` or `'serializable'`, which repeats conflicting
   * writes instead.
   */
  readonly lock?: RowLock;
}
