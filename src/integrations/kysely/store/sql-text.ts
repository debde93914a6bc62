import { BadRequestError } from '../../../core/http/errors.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** A statement while it is written: its text, and the values that go where it has placeholders. No value is ever text. */
export class SqlText {
  readonly dialect: SqlDialect;
  readonly parameters: unknown[] = [];
  sql = '';
  #aliases = 0;

  constructor(dialect: SqlDialect) {
    this.dialect = dialect;
  }

  /** A new name for a table inside this statement. */
  alias(): string {
    return `t${this.#aliases++}`;
  }

  /** Takes a value, and gives what stands for it. @throws {BadRequestError} when there are more than databases take */
  bind(value: unknown, cast = ''): string {
    if (this.parameters.push(value) > MOST_PARAMETERS)
      throw new BadRequestError(`A question may hold ${MOST_PARAMETERS} values; this one has more`);
    return this.dialect.placeholder(this.parameters.length, cast);
  }
}

// SQLite takes 32,766, PostgreSQL 65,535.
const MOST_PARAMETERS = 30_000;
