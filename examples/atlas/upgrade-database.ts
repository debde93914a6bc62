import { createNotes, createUsers } from './create-tables.ts';
import { openDatabase } from './database.ts';
import { COMPLETE, isComplete } from './inspect-database.ts';

/** The value of `meta.complete` before cities had owners. */
const WITHOUT_ACCOUNTS = '2';

/** The value of `meta.complete` before users had notes. */
const WITHOUT_NOTES = '3';

/**
 * Upgrades an atlas of an earlier version, so that added cities are kept.
 *
 * @returns false if the file is not such an atlas and has to be built again
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
