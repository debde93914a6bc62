import type { ListRequest } from './list-request.ts';

/** The query of a request to an operation, understood. */
export interface ListQuery {
  /** What to ask the store; undefined for operations on one item. */
  readonly request: ListRequest | undefined;
  /** What each filter was asked, by its declared name. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** What the operation's own schema (`query`) made of its parameters. */
  readonly declared: unknown;
  /** The fields that were asked for, by name or by view, in the order of the schema. */
  readonly fields: readonly string[] | undefined;
  /** Fields that were asked for of other types, by type or name of their resource (JSON:API). */
  readonly fieldsByType: ReadonlyMap<string, readonly string[]>;
  /** The parameters that the format reads itself, as they were sent. */
  readonly formatParameters: Readonly<Record<string, string>>;
  /** The number of the page; 1 when pages are not by number. */
  readonly page: number;
  /** The cursor of the page as it was sent. */
  readonly cursor: string | undefined;
  /** Items on a page. */
  readonly size: number;
  /** Does the answer come in pages? */
  readonly isPaged: boolean;
  /** Every parameter that was sent, sorted by name, apart from the page: what links to other pages repeat. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Names that nobody knows, and that were let pass because the host is lenient. */
  readonly ignored: readonly string[];
}
