import type { ListRequest } from './list-request.ts';

/** The query of a request to an operation, understood. */
export interface ListQuery {
  /** What to ask the store; undefined for operations on one item. */
  readonly request: ListRequest | undefined;
  /** What each filter was asked, by its declared name. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The fields that were asked for. */
  readonly fields: readonly string[] | undefined;
  /** The number of the page; 1 when pages are not by number. */
  readonly page: number;
  /** Items on a page. */
  readonly size: number;
  /** Does the answer come in pages? */
  readonly paged: boolean;
  /** Every parameter that was sent and understood, sorted by name, apart from the page: what links to other pages repeat. */
  readonly sent: readonly (readonly [name: string, value: string])[];
}
