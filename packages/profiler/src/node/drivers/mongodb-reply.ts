/** The reply to a MongoDB command. The server answers a write that failed with `ok: 1` and its errors. */
interface Reply {
  readonly cursor?: { readonly firstBatch?: unknown; readonly nextBatch?: unknown };
  readonly values?: unknown;
  readonly n?: unknown;
  readonly value?: unknown;
  readonly writeErrors?: unknown;
  readonly writeConcernError?: unknown;
  /** Failed writes of `bulkWrite` of a client, whose results are the documents of the cursor. */
  readonly nErrors?: unknown;
}

/** Returns the number of documents that were returned or written. */
export function countDocuments(reply: unknown): number {
  const { cursor, values, n, value } = (reply ?? {}) as Reply;
  const list = cursor?.firstBatch ?? cursor?.nextBatch ?? values;
  if (Array.isArray(list)) return list.length;
  if (typeof n === 'number') return n;
  return value === undefined || value === null ? 0 : 1;
}

/** Returns the message of the first write that failed, and the number of further ones; undefined if all succeeded. */
export function writeErrorOf(reply: unknown): string | undefined {
  const { writeErrors, writeConcernError, cursor, nErrors } = (reply ?? {}) as Reply;
  const results = typeof nErrors === 'number' && nErrors > 0 ? cursor?.firstBatch : writeErrors;
  const failed = Array.isArray(results) ? results.filter((each: { readonly ok?: unknown }) => each.ok !== 1) : [];
  const first: unknown = failed[0] ?? writeConcernError;
  if (first === undefined || first === null) return undefined;
  const { errmsg } = first as { readonly errmsg?: unknown };
  const message = typeof errmsg === 'string' ? errmsg : 'The write failed';
  return failed.length > 1 ? `${message} (and ${failed.length - 1} more)` : message;
}
