import type { ListWindow } from './list-request.ts';

/** How a resource gives its lists, every default filled in. */
export interface PageRules {
  readonly size: number;
  readonly max: number;
  readonly by: 'offset' | 'cursor' | 'none';
  readonly count: boolean;
  readonly off: boolean;
}

/** Path and query of a page and its neighbours, where there are any. */
export interface ListLinks {
  readonly self: string;
  readonly first?: string | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  readonly last?: string | undefined;
}

/** The part of a list that a page by number shows. */
export function offsetWindow(page: number, size: number): ListWindow {
  return { by: 'offset', offset: (page - 1) * size, limit: size };
}

/** Numbers of the first and last page and of the neighbours of `page`; none when the first page is all there is. */
export function adjacentPages(
  page: number,
  size: number,
  { total, given, hasNext }: { total: number | undefined; given: number; hasNext: boolean | undefined },
): { first?: number; previous?: number; next?: number; last?: number } {
  if (size === 0) return {};
  const previous = page > 1 ? { previous: page - 1 } : {};
  if (total === undefined) {
    // Without a count, only the next request shows whether a full page has a successor.
    const goesOn = hasNext ?? given === size;
    return { first: 1, ...previous, ...(goesOn ? { next: page + 1 } : {}) };
  }
  const last = Math.max(1, Math.ceil(total / size));
  if (page === 1 && last === 1) return {};
  return { first: 1, ...previous, ...(page < last ? { next: page + 1 } : {}), last };
}
