import { createUsers } from './create-tables.ts';
import { openDatabase } from './database.ts';
import { COMPLETE, isComplete } from './inspect-database.ts';

/** What `meta.complete` held before cities had owners. */
const WITHOUT_ACCOUNTS = '2';

/**
 * Gives an atlas of the version before this one what is new, so that the cities that were added to it stay.
 *
 * @returns false when it is none; then it is built again
 */
export async function upgradeDatabase(file: string): Promise<boolean> {
  if (!isComplete(file, WITHOUT_ACCOUNTS)) return false;
  const database = openDatabase(file);
  try {
    await database.transaction().execute(async (transaction) => {
      await transaction.schema.alterTable('cities').addColumn('owner', 'text').execute();
      await createUsers(transaction);
      await transaction.updateTable('meta').set({ value: COMPLETE }).where('key', '=', 'complete').execute();
    });
  } finally {
    await database.destroy();
  }
  return true;
}
