import type { FoundProfiles } from '../search/profile-query.ts';
import { JSON } from 'oriel-core/builtins';

/** A place in the order of a search: the value that it is sorted by, and the order in which profiles were written. */
export type Place = readonly [value: string | number, seq: number];

/** The end of the page before, or the beginning of the page after. */
export interface MemoryCursor {
  readonly place: Place;
  readonly isBackwards: boolean;
}

/** The indexes of the rows of a page, and the cursors of the pages beside it. */
export interface MemoryPage {
  readonly from: number;
  readonly to: number;
  readonly cursors: Pick<FoundProfiles, 'next' | 'previous' | 'isReadBackwards'>;
}

/** Returns the page at a cursor among the places of all matching profiles. */
export function getPage(
  places: readonly Place[],
  cursor: MemoryCursor | undefined,
  limit: number,
  order: (a: Place, b: Place) => number,
): MemoryPage {
  const before = cursor ? places.filter((position) => isBefore(order(position, cursor.place), cursor)).length : 0;
  const isReadBackwards = cursor?.isBackwards === true && before > limit;
  const from = isReadBackwards ? before - limit : cursor?.isBackwards ? 0 : before;
  const to = Math.min(from + limit, places.length);
  const previous = from === 0 ? undefined : from <= limit || from === to ? '' : format(places[from]!, true);
  return {
    from,
    to,
    cursors: {
      next: to < places.length ? format(places[to - 1]!, false) : undefined,
      ...(previous !== undefined && { previous }),
      ...(isReadBackwards && { isReadBackwards }),
    },
  };
}

// The profile of a cursor is the last of the page before, or the first of the page after.
function isBefore(order: number, { isBackwards }: MemoryCursor): boolean {
  return isBackwards ? order < 0 : order <= 0;
}

function format(position: Place, isBackwards: boolean): string {
  return JSON.stringify(isBackwards ? [...position, 1] : position);
}

/** Parses a cursor. Returns undefined, which is the first page, for an invalid one. */
export function parseCursor(text: string | undefined): MemoryCursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [value, seq, back] = JSON.parse(text) as unknown[];
    const isPlace = (typeof value === 'string' || typeof value === 'number') && typeof seq === 'number';
    return isPlace ? { place: [value, seq], isBackwards: back === 1 } : undefined;
  } catch {
    return undefined;
  }
}

/** Compares two places in ascending order. */
export function compare([a, first]: Place, [b, second]: Place): number {
  return a < b ? -1 : a > b ? 1 : first - second;
}
