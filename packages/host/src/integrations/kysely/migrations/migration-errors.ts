import type { MigrationResult } from 'kysely/migration';
import { MigrationError } from '../../../configuration/migrations.ts';
import type { MigrationState } from '../../../configuration/migrations.ts';

/** Ensures that the migrations of an application continue those that the database has run. @throws {MigrationError} */
export function validateStates(states: readonly MigrationState[]): void {
  const gone = states.find(({ missing }) => missing);
  if (gone)
    throw new MigrationError(
      gone.name,
      `The database has run the migration "${gone.name}", which the application does not have`,
      'Deploy the version of the application that has it, and do not rename migrations that have run',
    );
  const last = states.findLast(({ executedAt }) => executedAt !== undefined);
  const late = states.find(({ executedAt }) => executedAt === undefined);
  if (last === undefined || late === undefined || late.name > last.name) return;
  throw new MigrationError(
    late.name,
    `The migration "${late.name}" has not run, but "${last.name}", which follows it by name, has`,
    `Rename it, so that its name is greater than "${last.name}"`,
  );
}

/** The error for a migration that failed. `isAtomic` states whether its transaction was rolled back. */
export function failedMigration(
  { migrationName, direction }: MigrationResult,
  cause: unknown,
  isAtomic: boolean,
): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const what = direction === 'Up' ? `The migration "${migrationName}"` : `Reverting the migration "${migrationName}"`;
  const fix = isAtomic
    ? 'Correct it and migrate again. Nothing was changed, because the transaction was rolled back'
    : 'Correct it, undo what it has changed, and migrate again. The migrations before it have run';
  return new MigrationError(migrationName, `${what} failed: ${reason}`, fix, { cause });
}

/** The error for a migration without `down`. */
export function irreversible(name: string): MigrationError {
  return new MigrationError(
    name,
    `The migration "${name}" has no function "down"`,
    'Add it, or write a new migration that reverts the changes',
  );
}
