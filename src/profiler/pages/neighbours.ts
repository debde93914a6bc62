import type { ProfileStorage } from '../store/profile-storage.ts';
import type { ProfileSummary } from '../profile.ts';
import type { QueryTerm } from '../search/profile-query.ts';

/** The profiles right before and right after one, of the same route; of the same path where there was no route. */
export interface Neighbours {
  readonly older: string | undefined;
  readonly newer: string | undefined;
}

/** Finds them with two small searches. */
export function neighboursOf(storage: ProfileStorage, summary: ProfileSummary): Neighbours {
  const { route, path, method } = summary;
  const same: QueryTerm[] = [
    route === undefined
      ? { field: 'path', operator: 'is', value: path, negated: false }
      : { field: 'route', operator: 'is', value: route, negated: false },
    { field: 'method', operator: 'is', value: method, negated: false },
  ];
  return { older: beside(storage, summary, same, true), newer: beside(storage, summary, same, false) };
}

// Several may have been heard in the same millisecond.
const ENOUGH = 8;

function beside(
  storage: ProfileStorage,
  { token, time }: ProfileSummary,
  same: readonly QueryTerm[],
  older: boolean,
): string | undefined {
  const limit: QueryTerm = { field: 'time', operator: older ? 'at-most' : 'at-least', value: time, negated: false };
  const { rows } = storage.find({
    terms: [...same, limit],
    sort: { by: 'time', descending: older },
    limit: ENOUGH,
    cursor: undefined,
  });
  const at = rows.findIndex((row) => row.token === token);
  // Not among them, it is one of many in its millisecond; then the first of another is near enough.
  return at < 0 ? rows.find((row) => row.time !== time)?.token : rows[at + 1]?.token;
}
