import { z } from 'zod';

/** The query parameters of every list that comes in pages. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
};

/** Which page is wanted: the first is 1. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

/** One page of a list. */
export interface Page<Item> extends PageRequest {
  readonly items: readonly Item[];
  /** How many items all pages have together. */
  readonly total: number;
  readonly pages: number;
  /** URLs of the neighbours, where there are any. */
  readonly previous?: string;
  readonly next?: string;
}

/** How many items come before the wanted page. */
export function offsetOf({ page, size }: PageRequest): number {
  return (page - 1) * size;
}

/** @param urlOf makes the URL of another page of the same list */
export function toPage<Item>(
  items: readonly Item[],
  total: number,
  { page, size }: PageRequest,
  urlOf: (page: number) => string,
): Page<Item> {
  const pages = Math.ceil(total / size);
  // Whoever asked for a page behind the last one is led back to it.
  const previous = Math.min(page - 1, pages);
  return {
    items,
    total,
    page,
    size,
    pages,
    ...(previous >= 1 ? { previous: urlOf(previous) } : {}),
    ...(page < pages ? { next: urlOf(page + 1) } : {}),
  };
}
