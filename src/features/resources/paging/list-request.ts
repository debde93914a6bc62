import type { FilterTree, OrderKey } from '../filters/filter-tree.ts';

/** What is asked of a list, complete: a store needs nothing else to answer. */
export interface ListRequest {
  readonly where: FilterTree | undefined;
  /** Total: it ends with the keys of the identifier, so that pages neither overlap nor leave gaps. */
  readonly order: readonly OrderKey[];
  readonly window: ListWindow;
  /** Is the number of all items wanted? */
  readonly count: boolean;
  /** The only fields the answer will show; undefined for all. Fields of the identifier and the order are needed beside them. */
  readonly fields: readonly string[] | undefined;
}

/** Which part of the list: a page by number, or what comes after or before a row whose order keys are known. */
export type ListWindow =
  | { readonly by: 'offset'; readonly offset: number; readonly limit: number }
  | {
      readonly by: 'cursor';
      /** The values of the order's keys in the row next to the page; undefined for the very first page, or the last before. */
      readonly from: readonly CursorValue[] | undefined;
      readonly direction: 'after' | 'before';
      readonly limit: number;
    }
  | { readonly by: 'all' };

export type CursorValue = string | number | boolean | null;

/** How many items a page has, without making them. */
export function pageLength(page: Page<unknown>): number {
  const { rows } = page;
  return rows ? rows.values.length : page.items.length;
}

/** What a provider of a list may give; a plain array is the whole list, and the host filters, orders and cuts it. */
export interface Page<Item> {
  /** In the order asked for, also for a page before a cursor. */
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  /** Is there more behind, and before? Only a page by cursor is asked; on the side of the row it starts from, yes. */
  readonly hasNext?: boolean | undefined;
  readonly hasPrevious?: boolean | undefined;
  /** The values of the order's keys in the first and the last item, where they are known without `items`. */
  readonly edges?: { readonly first: readonly CursorValue[]; readonly last: readonly CursorValue[] } | undefined;
  /** The items as a store found them, as long as nobody has looked at `items`: then their JSON can be written directly. */
  readonly rows?: PageRows | undefined;
}

/** Rows of a page, not yet items. */
export interface PageRows {
  /** What is where in each row. The same list for every page of the same kind, for what is worked out from it is kept. */
  readonly parts: readonly RowPart[];
  readonly values: readonly (readonly unknown[])[];
}

/** One value of a row: a field, or a JSON object of several that follow each other, written by the store. */
export type RowPart = RowColumn | RowText;

export interface RowColumn {
  readonly field: string;
  /** Whether an item has the field where the row has null; otherwise the field is left out. */
  readonly nullable: boolean;
  /** The value as the item has it; undefined when it is the same. */
  readonly decode: ((value: unknown) => unknown) | undefined;
}

export interface RowText {
  readonly isJson: true;
  readonly fields: readonly string[];
  /** Its members that an item does not have where they are null here. */
  readonly optional: readonly string[];
}
