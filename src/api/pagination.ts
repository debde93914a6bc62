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

/** Numbers of the first and last page and of the neighbours of `page`. */
export function neighbours(
  page: number,
  size: number,
  total: number | undefined,
  given: number,
): { first?: number; previous?: number; next?: number; last?: number } {
  if (size === 0) return {};
  const previous = page > 1 ? { previous: page - 1 } : {};
  // Without a count, a full page may have a successor; nobody knows until it is asked for.
  if (total === undefined) return { first: 1, ...previous, ...(given === size ? { next: page + 1 } : {}) };
  const last = Math.max(1, Math.ceil(total / size));
  return { first: 1, ...previous, ...(page < last ? { next: page + 1 } : {}), last };
}
