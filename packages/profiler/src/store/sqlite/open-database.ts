import type { DatabaseSync } from 'node:sqlite';
import { sqlite } from '../../optional-modules.ts';
import { StoreError } from './store-trouble.ts';

/**
 * Opens a database with `node:sqlite`.
 *
 * @throws {StoreError} if the runtime does not have the module
 */
export function openDatabase(file: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  if (sqlite === undefined) throw new StoreError('unreachable', 'this runtime has no module node:sqlite');
  const database = new sqlite.DatabaseSync(file, options);
  // The option `timeout` of the constructor exists from Node.js 22.16 on.
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  return database;
}

// Milliseconds. A batch locks the store for about one; waiting much longer would block the event loop.
const BUSY_TIMEOUT = 15;
