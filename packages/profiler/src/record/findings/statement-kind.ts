/** Returns whether a statement of SQL, or a command of MongoDB such as `users.find({id: ?})`, only reads. */
export function readsData(statement: string): boolean {
  return READS.test(statement);
}

/** Returns whether a statement reads rows of tables of the application. Calls of functions such as `set_config` and reads of catalogs do not. */
export function readsTables(statement: string): boolean {
  return READS.test(statement) && (/\bfrom\b/i.test(statement) || COMMAND.test(statement)) && !CATALOG.test(statement);
}

/** Returns whether a statement of SQL, or a command of MongoDB, may change data that other statements read. */
export function changesData(statement: string): boolean {
  return WRITES.test(statement);
}

/** Returns whether a statement of SQL, or a command of MongoDB, inserts, updates or deletes rows. */
export function changesRows(statement: string): boolean {
  return WRITES.test(statement) && !changesSchema(statement) && !/^\s*(?:call|truncate)\b/i.test(statement);
}

/** Returns whether a statement of SQL changes the schema. */
export function changesSchema(statement: string): boolean {
  return /^\s*(?:create|alter|drop)\b/i.test(statement);
}

const READS = /^[\s(]*(?:select|with)\b|^[^\s(]*\.(?:find|aggregate|count|distinct)\(/i;
const WRITES =
  /^\s*(?:insert|update|delete|replace|merge|truncate|alter|drop|create|call)\b|^\s*with\b.*\b(?:insert|update|delete)\b|^[^\s(]*\.(?:insert|update|delete|findAndModify|bulkWrite|drop)\(/i;
const COMMAND = /^[^\s(]*\.\w+\(/;
const CATALOG = /\b(?:information_schema|pg_(?!trgm)\w+|sqlite_\w+)\b/i;
