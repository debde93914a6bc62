/**
 * The names of the standard query parameters for the clients of a format. Filters keep their names, unless `filter` wraps
 * them (`filter[title]` in JSON:API).
 */
export interface QueryDialect {
  readonly name: string;
  /** The number of the page; the first is 1. */
  readonly page: string;
  /** The number of items per page. */
  readonly size: string;
  /** The cursor of the page. */
  readonly cursor: string;
  /** `true` omits the total count; undefined if the dialect has no such parameter. */
  readonly partial: string | undefined;
  /** `false` returns all items if the resource allows it; undefined if the dialect has no such parameter. */
  readonly pagination: string | undefined;
  /** The name of a view; undefined if the dialect has no such parameter. */
  readonly view: string | undefined;
  /** The syntax of orders: `order[title]=desc` or `sort=-title,id`. */
  readonly order: 'brackets' | 'sort';
  /** The syntax of field selections: `fields=a,b` and `properties[]=a`, or `fields[books]=a,b`. */
  readonly fields: 'plain' | 'typed';
  /** The name that wraps filters: `filter` for `filter[title]=x`; undefined for `title=x`. */
  readonly filter: string | undefined;
  /** Parameters that only the format reads, from `formatParameters` of the query. */
  readonly formatParameters: readonly string[];
}

/** The dialect of formats without their own. */
export const plainDialect: QueryDialect = Object.freeze({
  name: 'plain',
  page: 'page',
  size: 'itemsPerPage',
  cursor: 'cursor',
  partial: 'partial',
  pagination: 'pagination',
  view: 'view',
  order: 'brackets',
  fields: 'plain',
  filter: undefined,
  formatParameters: [],
});

/** The plain dialect, and `include` for formats that embed linked items. */
export const embeddingDialect: QueryDialect = Object.freeze({
  ...plainDialect,
  name: 'plain with include',
  formatParameters: ['include'],
});

/** JSON:API 1.1: `page[number]`, `sort`, `fields[books]`, `filter[title]`, and `include` for the format to read. */
export const jsonApiDialect: QueryDialect = Object.freeze({
  name: 'JSON:API',
  page: 'page[number]',
  size: 'page[size]',
  cursor: 'page[cursor]',
  partial: undefined,
  pagination: undefined,
  view: undefined,
  order: 'sort',
  fields: 'typed',
  filter: 'filter',
  formatParameters: ['include'],
});
