import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What `meta.complete` holds in a file that was built to its end; another number when the tables change. */
export const COMPLETE = '4';

/**
 * Is there an atlas in this file, built to its end? A file that is missing, empty, cut off or damaged, or whose build
 * never ended, is none.
 *
 * @param mark what it holds when it is
 * @throws {Error} when the file is a database of somebody else's, or cannot be read
 */
export function isComplete(file: string, mark = COMPLETE): boolean {
  if (!existsSync(file)) return false;
  try {
    using database = new DatabaseSync(file);
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    if (tables.some(({ name }) => name === 'meta')) return readMark(database) === mark;
    if (tables.length === 0 || tables.some(({ name }) => name === 'countries' || name === 'cities')) return false;
  } catch (error) {
    if (isDamage(error)) return false;
    throw new Error(`The atlas in ${file} cannot be read`, { cause: error });
  }
  throw new Error(`${file} is a database, but not of the atlas; nothing was changed. Set ATLAS_DB to another file`);
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
