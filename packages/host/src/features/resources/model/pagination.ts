import type { PageDefinition } from '../declare/list-definition.ts';
import type { ListWindow } from '../declare/list-request.ts';

/** The pagination of a resource, with defaults applied. */
export type PageRules = Required<PageDefinition>;

/** The path and query of a page and of the adjacent, first and last pages, if they exist. */
export interface ListLinks {
  readonly self: string;
  readonly first?: string | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  readonly last?: string | undefined;
}

/** Returns the window of a page. @param page the number of the page; the first is 1 */
export function offsetWindow(page: number, size: number): ListWindow {
  return { by: 'offset', offset: (page - 1) * size, limit: size };
}

/** Returns the numbers of the first, last and adjacent pages; none if there is only one page. */
export function adjacentPages(
  page: number,
  size: number,
  { total, length, hasNext }: { total: number | undefined; length: number; hasNext: boolean | undefined },
): { first?: number; previous?: number; next?: number; last?: number } {
  if (size === 0) return {};
  const previous = page > 1 ? { previous: page - 1 } : {};
  if (total === undefined) {
    // Without a count, a full page may have a next one.
    const hasMore = hasNext ?? length === size;
    return { first: 1, ...previous, ...(hasMore ? { next: page + 1 } : {}) };
  }
  const last = Math.max(1, Math.ceil(total / size));
  if (page === 1 && last === 1) return {};
  return { first: 1, ...previous, ...(page < last ? { next: page + 1 } : {}), last };
}
