import type { ProfileQuery } from '../../search/profile-query.ts';
import type { ProfileSummary } from '../../profile.ts';
import { compareValues } from '../../search/query-match.ts';
import type { Position } from './sql-profile-windows.ts';

/** How long a search may keep the event loop, in milliseconds since it began: for finding, and for counting what is not shown. */
export interface SearchLimits {
  readonly began: number;
  readonly finding: number;
  readonly counting: number;
}

/** A place in the order that was asked for. */
export interface Place {
  readonly key: string | number;
  readonly seq: number;
}

/** A profile that was found there. */
export interface FoundRow extends Place {
  readonly summary: ProfileSummary;
}

/** What a search found among the batches, or among the rows. */
export interface FoundPart {
  /** Behind the cursor and in order: as many as are shown and one more, or all there are. */
  readonly rows: readonly FoundRow[];
  /** How many match: of a search in order of time behind the cursor, else in all. */
  readonly count: number;
  readonly exact: boolean;
  /** Where it stopped because its time was up: of what lies behind nothing is known. */
  readonly stopped: Position | undefined;
}

/** Behind every profile of an instant. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** The order of a query; what is equal is ordered by its number. */
export function orderOf({ descending }: Pick<ProfileQuery['sort'], 'descending'>): (a: Place, b: Place) => number {
  const direction = descending ? -1 : 1;
  return (a, b) => direction * (compareValues(a.key, b.key) || a.seq - b.seq);
}
