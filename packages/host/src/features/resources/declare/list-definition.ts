/** The pagination of the lists of a resource. */
export interface PageDefinition {
  /**
   * The number of items per page.
   * @unit items
   */
  readonly size?: number;
  /**
   * The maximum of `itemsPerPage`.
   * @unit items
   */
  readonly max?: number;
  /**
   * `'offset'` numbers pages, `'cursor'` continues after a row and does not count unless `count` is true, `'none'`
   * returns all.
   */
  readonly by?: 'offset' | 'cursor' | 'none';
  /**
   * Whether to count all items.
   * @default `true` with `by: 'offset'`
   */
  readonly count?: boolean;
  /** Whether clients can request all items with `pagination=false`. */
  readonly off?: boolean;
}

/** Lists in the body of POST, and of PATCH on the collection. */
export interface BulkDefinition {
  /**
   * The maximum number of items in one request.
   * @unit items
   */
  readonly max: number;
  /** Whether all items are written or none; needs a store with transactions. */
  readonly atomic?: boolean;
}

/** The full-text search of a resource. */
export interface SearchDefinition<Field extends string = string> {
  /** The fields, which contain strings. */
  readonly fields: readonly Field[];
  /**
   * The text search configuration of PostgreSQL, such as `'english'`, by which words have the same stem. Other stores ignore it.
   */
  readonly language?: string;
  /**
   * `'relevance'` sorts the items that a search finds by how well they match, unless the request has an order. It needs
   * pages by offset.
   * @default the order of the resource
   */
  readonly order?: 'relevance';
}
