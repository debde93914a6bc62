/**
 * How clients of a format ask: the names of the parameters that are the host's own. Filters keep their names, unless
 * `filter` wraps them (`filter[title]` in JSON:API).
 */
export interface QueryDialect {
  readonly name: string;
  /** The number of a page, from 1 on. */
  readonly page: string;
  /** Items on a page. */
  readonly size: string;
  /** Where a page by cursor begins. */
  readonly cursor: string;
  /** `true` leaves the count of all items out; undefined when clients cannot ask for that. */
  readonly partial: string | undefined;
  /** `false` asks for everything at once, where that is allowed; undefined when clients cannot ask for that. */
  readonly pagination: string | undefined;
  /** A named selection of fields; undefined when clients cannot ask for that. */
  readonly view: string | undefined;
  /** How an order is asked: `order[title]=desc`, or `sort=-title,id`. */
  readonly order: 'brackets' | 'sort';
  /** How fields are chosen: `fields=a,b` and `properties[]=a`, or `fields[books]=a,b`. */
  readonly fields: 'plain' | 'typed';
  /** What filters are wrapped in: `filter` for `filter[title]=x`; undefined for `title=x`. */
  readonly filter: string | undefined;
  /** Parameters that the format reads itself: it finds their text in `run.query.extra`. */
  readonly formatParameters: readonly string[];
}

/** The dialect of every format that brings none. */
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
