/** Returns whether a statement of SQL, or a command of MongoDB such as `users.find({id: ?})`, only reads. */
export function readsData(statement: string): boolean {
  return READS.test(statement);
}

/** Returns whether a statement of SQL, or a command of MongoDB, may change data that other statements read. */
export function changesData(statement: string): boolean {
  return WRITES.test(statement);
}

const READS = /^\s*(?:select|with)\b|^[^\s(]*\.(?:find|aggregate|count|distinct)\(/i;
const WRITES =
  /^\s*(?:insert|update|delete|replace|merge|truncate|alter|drop|create|call)\b|^\s*with\b.*\b(?:insert|update|delete)\b|^[^\s(]*\.(?:insert|update|delete|findAndModify|bulkWrite|drop)\(/i;
