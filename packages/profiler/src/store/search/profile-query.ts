import type { ProfileSummary } from '../../profile/profile.ts';

/** A search for profiles: conditions that must all be met, the order, and the number of rows. */
export interface ProfileQuery {
  readonly terms: readonly QueryTerm[];
  readonly sort: { readonly by: SortKey; readonly descending: boolean };
  /** 1 to 1,000. */
  readonly limit: number;
  /** A place between two pages: an opaque value from {@link FoundProfiles}. */
  readonly cursor: string | undefined;
}

/**
 * One condition. Texts are compared without regard to the case of A–Z, except for `is` of a method, route or boot. `contains`
 * with an empty value matches any value that is not empty. `at-least` of `log` is always with the level `warning`. `negated` inverts
 * the condition, so that it also matches profiles without a value.
 */
export interface QueryTerm {
  readonly field: QueryField;
  readonly operator: QueryOperator;
  readonly value: string | number | boolean;
  /** The upper bound of `between`, inclusive. */
  readonly to?: number | undefined;
  /** The name of the header in lower case, for the field `header`. */
  readonly name?: string | undefined;
  readonly negated: boolean;
  /** The term as it was written, so that `since:10m` in a URL stays relative. */
  readonly text?: string | undefined;
}

export type QueryOperator =
  'is' | 'contains' | 'starts' | 'at-least' | 'at-most' | 'more-than' | 'less-than' | 'between';

/** The signs of operators in a query, which are also those of SQL. */
export const SIGNS: Partial<Record<QueryOperator, string>> = {
  'at-least': '>=',
  'at-most': '<=',
  'more-than': '>',
  'less-than': '<',
  is: '=',
};

export type QueryField = (typeof QUERY_FIELDS)[number];
export type SortKey = (typeof SORT_KEYS)[number];

export const QUERY_FIELDS = [
  ...(['status', 'method', 'url', 'path', 'host', 'ip', 'route', 'token', 'time', 'duration', 'bytes'] as const),
  ...(['requestBytes', 'dbCount', 'dbTime', 'httpCount', 'httpTime', 'warnings', 'errors', 'cost'] as const),
  ...([
    'exception',
    'finding',
    'requestId',
    'traceId',
    'pinned',
    'failed',
    'aborted',
    'note',
    'contentType',
    'app',
    'boot',
    'machine',
    'visitor',
  ] as const),
  ...(['header', 'body', 'log', 'sql', 'param', 'user', 'text', 'any'] as const),
] as const;

export const SORT_KEYS = [
  ...(['time', 'duration', 'status', 'method', 'url', 'ip', 'token', 'bytes', 'dbCount', 'dbTime', 'route'] as const),
  ...(['requestBytes', 'httpCount', 'httpTime', 'warnings', 'errors', 'cost'] as const),
] as const;

/** The newest ten profiles. */
export const DEFAULT_QUERY: ProfileQuery = {
  terms: [],
  sort: { by: 'time', descending: true },
  limit: 10,
  cursor: undefined,
};

/** How many profiles match. */
export interface MatchCount {
  readonly count: number;
  readonly exact: boolean;
  /** The estimated number of requests that these profiles represent, if some profiles were not kept. */
  readonly requests?: number | undefined;
}

/**
 * Returns the number of matching profiles.
 *
 * @param weight the sum of their weights
 * @param exact whether the search read all profiles
 */
export function matchCount(count: number, weight: number, exact: boolean): MatchCount {
  const requests = Math.round(weight);
  return { count, exact, ...(requests > count ? { requests } : {}) };
}

/** One page of results. */
export interface FoundProfiles {
  readonly rows: readonly ProfileSummary[];
  /** The number of matching profiles; a minimum if `exact` is false. */
  readonly matched: MatchCount;
  /** The cursor of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /**
   * The cursor of the previous page, which is empty if that is the first page. Undefined on the first page, and of a storage that
   * cannot read backwards.
   */
  readonly previous?: string | undefined;
  /** Whether the rows were read backwards, from a cursor of a previous page. */
  readonly isReadBackwards?: true | undefined;
  /** If the search stopped early, the time back to which it searched. */
  readonly lookedBackTo: number | undefined;
}

/** The result of a search in a store that is not available. */
export const NO_PROFILES: FoundProfiles = {
  rows: [],
  matched: { count: 0, exact: true },
  next: undefined,
  lookedBackTo: undefined,
};
