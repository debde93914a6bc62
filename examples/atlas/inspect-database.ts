import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The value of `meta.complete` in a complete file. */
export const COMPLETE = '4';

/** The values in complete files that were built before there were accounts and notes. Migrations add the tables. */
const OLDER: readonly unknown[] = ['2', '3'];

/**
 * Returns whether the file contains a complete atlas. A missing, empty, truncated, damaged or incomplete file does not.
 *
 * @throws {Error} if the file is the database of another application or cannot be read
 */
export function isComplete(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using database = new DatabaseSync(file);
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    if (tables.some(({ name }) => name === 'meta')) return isMark(readMark(database));
    if (tables.length === 0 || tables.some(({ name }) => name === 'countries' || name === 'cities')) return false;
  } catch (error) {
    if (isDamage(error)) return false;
    throw new Error(`The atlas in ${file} cannot be read`, { cause: error });
  }
  throw new Error(`${file} is a database, but not of the atlas; nothing was changed. Set ATLAS_DB to another file`);
}

function isMark(mark: unknown): boolean {
  return mark === COMPLETE || OLDER.includes(mark);
}

function readMark(database: DatabaseSync): unknown {
  return database.prepare(`select value from meta where key = 'complete'`).get()?.['value'];
}

const SQLITE_ERROR = 1; // here: the table `meta` has other columns
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' && [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff);
}
