import type { ListRequest } from './list-request.ts';

/** The parsed query of a request to an operation. */
export interface ListQuery {
  /** The request to the store; undefined for operations on one item. */
  readonly request: ListRequest | undefined;
  /** The values of filters by their declared names. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The output of the schema `query` of the operation. */
  readonly declared: unknown;
  /** The selected fields, by name or by view, in the order of the schema; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** The selected fields of other resources, by their type and by their name (JSON:API). */
  readonly fieldsByType: ReadonlyMap<string, readonly string[]>;
  /** The parameters that only the format reads. */
  readonly formatParameters: Readonly<Record<string, string>>;
  /** The number of the page; 1 for pages by cursor. */
  readonly page: number;
  /** The cursor of the page, as sent. */
  readonly cursor: string | undefined;
  /** The number of items per page. */
  readonly size: number;
  /** Whether the list is paged. */
  readonly isPaged: boolean;
  /** All parameters except the page, sorted by name. Links to other pages repeat them. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Unknown parameters, which a lenient host ignores. */
  readonly ignored: readonly string[];
}
