import type { SqlColumn } from './sql-column.ts';
import { quote } from './sql-dialect.ts';
import type { SqlTable } from './sql-table.ts';

/** How a table marks deleted rows: the time of the deletion is in a column, which is null in the other rows. */
export class DeletedRows {
  /** Whether the store has the deleted rows instead of the others. */
  readonly isTrash: boolean;
  /** Undefined if the column is not a field. */
  readonly #column: SqlColumn | undefined;
  /** The quoted name of the column. */
  readonly name: string;

  /**
   * @param name a field, or a column without one
   * @throws {TypeError} if the column cannot be null
   */
  constructor(table: SqlTable, name: string, isTrash: boolean) {
    this.isTrash = isTrash;
    this.#column = table.columns.get(name);
    this.name = table.writable(name)?.name ?? quote(name);
    const isDate = this.#column === undefined || (this.#column.kind === 'date' && this.#column.nullable);
    if (isDate) return;
    throw new TypeError(
      `softDelete of "${table.shape.resource}" is "${name}", which is not a nullable date; declare it as z.iso.datetime().nullable()`,
    );
  }

  /** Returns the condition of the rows that the store has. */
  condition(alias: string): string {
    return `${alias}.${this.name} is ${this.isTrash ? 'not ' : ''}null`;
  }

  /** Returns the stored time of a deletion at this moment. */
  now(): unknown {
    const time = new Date().toISOString();
    return this.#column === undefined ? time : this.#column.encode(time);
  }
}
