import type { FoundProfiles } from './profile-query.ts';
import { JSON } from 'oriel-core/builtins';

/** A place in the order of a search: a value of the sort column, and a sequence number. */
export interface CursorPlace {
  readonly key: string | number;
  readonly seq: number;
}

/**
 * A place between two pages, with number and weight of the profiles before it. The profile at the place is on neither side: it is the
 * last of the page before, or the first of the page after if the cursor leads backwards.
 */
export interface Cursor extends CursorPlace {
  readonly before: number;
  readonly weight: number;
  readonly isBackwards?: boolean;
}

/** Compares two places in ascending order. */
export function comparePlaces(a: CursorPlace, b: CursorPlace): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.seq - b.seq;
}

// A text for links.
function formatCursor({ key, seq, before, weight, isBackwards = false }: Cursor): string {
  const fields = [key, seq, before, weight, ...(isBackwards ? [1] : [])];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Parses a cursor. Returns undefined, which is the first page, for an invalid one. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const fields = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const [key, seq, before, weight, back] = fields;
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && typeof seq === 'number' && typeof before === 'number' && typeof weight === 'number'
      ? { key, seq, before, weight, isBackwards: back === 1 }
      : undefined;
  } catch {
    return undefined;
  }
}

/** What is read for a page: its rows and one more if there is one, in the order of reading. */
interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly cursor: Cursor | undefined;
  readonly limit: number;
  readonly getPlace: (row: Row) => CursorPlace;
  readonly getWeight: (row: Row) => number;
  readonly descending: boolean;
  /** Where the search reached its time limit. */
  readonly stopped?: CursorPlace | undefined;
}

/** The rows of a page in order, with the cursors of the pages beside it. */
interface CursorPage<Row> extends Pick<FoundProfiles, 'next' | 'previous' | 'isReadBackwards'> {
  readonly shown: readonly Row[];
  readonly next: string | undefined;
}

/** Returns the page of the rows that were read from a cursor. */
export function toCursorPage<Row>(read: ReadRows<Row>): CursorPage<Row> {
  const { rows, cursor, limit, getPlace, getWeight, descending, stopped } = read;
  const { before = 0, weight = 0, isBackwards = false } = cursor ?? {};
  const shown = rows.slice(0, limit);
  const sum = shown.reduce((total, row) => total + getWeight(row), 0);
  const end = rows.length > limit ? getPlace(shown.at(-1)!) : stopped;
  if (cursor === undefined || !isBackwards) {
    // The profile at the cursor is on the previous page.
    const previous = cursor && { ...cursor, seq: cursor.seq + (descending ? -1 : 1) };
    return {
      shown,
      next: end && formatCursor({ ...end, before: before + shown.length, weight: weight + sum }),
      ...(previous && { previous: formatPrevious(previous, limit) }),
    };
  }
  const last = shown[0];
  return {
    shown: shown.toReversed(),
    next: last && formatCursor({ ...getPlace(last), before, weight }),
    ...(end && { previous: formatPrevious({ ...end, before: before - shown.length, weight: weight - sum }, limit) }),
    isReadBackwards: true,
  };
}

function formatPrevious(cursor: Cursor, limit: number): string {
  return cursor.before <= limit ? '' : formatCursor({ ...cursor, isBackwards: true });
}
