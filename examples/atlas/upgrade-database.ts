import { createNotes, createUsers } from './create-tables.ts';
import { openDatabase } from './database.ts';
import { COMPLETE, isComplete } from './inspect-database.ts';

/** What `meta.complete` held before cities had owners. */
const WITHOUT_ACCOUNTS = '2';

/** What it held before users had notes. */
const WITHOUT_NOTES = '3';

/**
 * Adds to an atlas of an earlier version what is new, so that the cities that were added to it stay.
 *
 * @returns false when it is none; then it is built again
 */
export async function upgradeDatabase(file: string): Promise<boolean> {
  const hasAccounts = isComplete(file, WITHOUT_NOTES);
  if (!hasAccounts && !isComplete(file, WITHOUT_ACCOUNTS)) return false;
  const database = openDatabase(file);
  try {
    await database.transaction().execute(async (transaction) => {
      if (!hasAccounts) {
        await transaction.schema.alterTable('cities').addColumn('owner', 'text').execute();
        await createUsers(transaction);
      }
      await createNotes(transaction);
      await transaction.updateTable('meta').set({ value: COMPLETE }).where('key', '=', 'complete').execute();
    });
  } finally {
    await database.destroy();
  }
  return true;
}
