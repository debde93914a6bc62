/** The migrations of an application, which `oriel-host migrate` lists, runs and reverts. `sqlMigrations` of `oriel-host/kysely` creates them. */
export interface Migrations {
  /** Returns all migrations in their order, without a change to the database. */
  list(): Promise<readonly MigrationState[]>;
  /**
   * Runs the migrations that have not run, in their order. Another process that migrates is waited for.
   * @returns the names of those that ran
   * @throws {MigrationError} if one fails, or if the migrations do not fit to those that have run
   */
  migrate(): Promise<readonly string[]>;
  /**
   * Reverts the migration that ran last.
   * @returns its name; undefined if none has run
   * @throws {MigrationError} if it fails or cannot be reverted
   */
  revert(): Promise<string | undefined>;
}

/** A migration, and when it ran. */
export interface MigrationState {
  readonly name: string;
  /** Undefined if it has not run. */
  readonly executedAt?: Date | undefined;
  /** True if the database has run it and the application does not have it. */
  readonly missing?: boolean | undefined;
}

/** A migration cannot run or be reverted. The error of the database is its `cause`. */
export class MigrationError extends Error {
  readonly code = 'ORIEL_MIGRATION';
  /** The name of the migration. */
  readonly migration: string;
  /** Why it cannot run. */
  readonly reason: string;
  /** How to correct it. */
  readonly fix: string;

  constructor(migration: string, reason: string, fix: string, options?: ErrorOptions) {
    super(`${reason}; ${fix[0]!.toLowerCase()}${fix.slice(1)}`, options);
    this.name = 'MigrationError';
    this.migration = migration;
    this.reason = reason;
    this.fix = fix;
  }
}
