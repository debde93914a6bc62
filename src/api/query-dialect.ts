/**
 * How clients of a format ask: the names of the parameters that are the host's own. Filters keep their names, unless
 * `filter` wraps them (`filter[title]` in JSON:API).
 */
export interface QueryDialect {
  readonly name: string;
  readonly page: string;
  readonly size: string;
  readonly cursor: string;
  /** How an order is asked: `order[title]=desc`, or `sort=-title,id`. */
  readonly order: 'brackets' | 'sort';
  /** How fields are chosen: `fields=a,b` and `properties[]=a`, or `fields[books]=a,b`. */
  readonly fields: 'plain' | 'typed';
  /** What filters are wrapped in: `filter` for `filter[title]=x`; undefined for `title=x`. */
  readonly filter: string | undefined;
}

/** The dialect of every format that brings none. */
export const plainDialect: QueryDialect = Object.freeze({
  name: 'plain',
  page: 'page',
  size: 'itemsPerPage',
  cursor: 'cursor',
  order: 'brackets',
  fields: 'plain',
  filter: undefined,
});
