/**
 * Serves the items in a process of its own. Reads the URL or file of the database from `DATABASE`, and the index of a change of the
 * host from `MUTANT`.
 */
import { changeModule } from '../lib/change-module.ts';
import { MUTANTS } from './mutants.ts';

const { DATABASE = '', WEBHOOK = '', MUTANT = '' } = process.env;
const assertChanged = MUTANT === '' ? undefined : changeModule(MUTANTS[Number(MUTANT)]!);
// Modules of the host are loaded after the change.
const { openDatabase } = await import('./item-tables.ts');
const { createItemHost } = await import('./item-host.ts');

const database = openDatabase(DATABASE);
const host = createItemHost(database, WEBHOOK);
const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
assertChanged?.();
process.once('message', async () => {
  await host.close();
  await database.destroy();
  process.disconnect();
});
process.send!(port);
