import type { DatabaseConnection } from 'kysely';
import { SqliteTurns } from './sqlite-turns.ts';
import type { StatementCache } from './statement-cache.ts';

/** The one connection of a database. */
export class SqliteConnectionState {
  readonly turns: SqliteTurns;
  /** Undefined before it was opened and after it was closed. */
  statements: StatementCache | undefined = undefined;
  /** What Kysely reaches it by. */
  reached: DatabaseConnection | undefined = undefined;
  /** Whether the database is in memory, as far as that is known before it is opened. */
  inMemory = false;

  /** @param timeoutMs milliseconds that a statement waits for others */
  constructor(timeoutMs: number) {
    this.turns = new SqliteTurns(timeoutMs, () => this.statements?.isTransaction === true);
  }

  /**
   * The statements, when a query can run at once: no transaction is open, and nothing listens to Kysely's log, which would not
   * receive the query.
   */
  get idle(): StatementCache | undefined {
    if (this.turns.isTaken || this.reached === undefined || Object.hasOwn(this.reached, 'executeQuery'))
      return undefined;
    return this.statements;
  }
}
