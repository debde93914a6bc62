import { beginQuery } from 'oriel-core/trace';
import type { DatabaseSystem } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';

/** A statement that is being recorded. */
export type RecordedQuery = ReturnType<typeof beginQuery>;

/**
 * Starts a query in the profile of the running request, as {@link beginQuery} does. What recording throws is reported once
 * and never reaches the driver.
 *
 * @param library the name of the driver in that report
 * @param system the database, if the driver has only one
 */
export function recordQuery(
  library: string,
  sql: string,
  parameters: readonly unknown[],
  system?: DatabaseSystem,
  caller?: string,
): RecordedQuery {
  const query = guarded(library, () => beginQuery(sql, parameters, caller, system));
  if (query === undefined) return { rows: 0, error: undefined, system, delay() {}, end() {} };
  const end = query.end.bind(query);
  query.end = () => guarded(library, end);
  return query;
}
