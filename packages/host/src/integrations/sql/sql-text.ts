import { BadRequestError } from 'oriel-core/http';
import type { SqlDialect } from './sql-dialect.ts';
import { message } from 'oriel-core/messages';

/**
 * A statement under construction: its text and its parameters. Values are always parameters, never part of the text.
 */
export class SqlText {
  readonly dialect: SqlDialect;
  readonly parameters: unknown[] = [];
  sql = '';
  #aliases = 0;

  constructor(dialect: SqlDialect) {
    this.dialect = dialect;
  }

  /** Returns a new alias for a table of this statement. */
  alias(): string {
    return `t${this.#aliases++}`;
  }

  /** Adds the parameters of a statement that becomes a part of this one, and returns its text. */
  include({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }): string {
    for (const value of parameters) this.bind(value);
    return sql;
  }

  /**
   * Adds a parameter and returns its placeholder. @throws {BadRequestError} if there are more than databases support
   */
  bind(value: unknown, cast = ''): string {
    if (this.parameters.push(value) > MAX_PARAMETERS)
      throw new BadRequestError(message('list.too-many-values', { count: MAX_PARAMETERS }));
    return this.dialect.placeholder(this.parameters.length, cast);
  }
}

/** A parameter whose value differs between executions of the same statement. */
export class Slot {
  readonly index: number;

  /** @param index the position of its value */
  constructor(index: number) {
    this.index = index;
  }
}

/** Replaces the slots of parameters with the values of an execution. */
export function fillSlots(parameters: readonly unknown[], values: readonly unknown[]): readonly unknown[] {
  return parameters.map((value) => (value instanceof Slot ? values[value.index] : value));
}

// SQLite supports 32,766 parameters, PostgreSQL 65,535.
const MAX_PARAMETERS = 30_000;
