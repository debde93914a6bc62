import type { ProfileSummary } from '../profile.ts';

/** What to look for among the profiles: terms that must all hold, an order, and how many to show. */
export interface ProfileQuery {
  readonly terms: readonly QueryTerm[];
  readonly sort: { readonly by: SortKey; readonly descending: boolean };
  /** 1 to 1,000. */
  readonly limit: number;
  /** Where the page before ended; opaque, from {@link FoundProfiles}. */
  readonly cursor: string | undefined;
}

/**
 * One condition. Texts are compared without the case of A–Z, except
 * that a method, a route or a boot `is` exactly what it is. `contains` with an empty value asks whether there is any.
 * `negated` turns the condition round, so that it also holds for profiles that have nothing in this field.
 */
export interface QueryTerm {
  readonly field: QueryField;
  readonly operator: QueryOperator;
  readonly value: string | number | boolean;
  /** The other end of `between`, inclusive like the first. */
  readonly to?: number | undefined;
  /** The header that `header` asks about, in lower case. */
  readonly name?: string | undefined;
  readonly negated: boolean;
  /** As it was written, so that `since:10m` in an address stays relative. */
  readonly text?: string | undefined;
}

export type QueryOperator =
  'is' | 'contains' | 'starts' | 'at-least' | 'at-most' | 'more-than' | 'less-than' | 'between';

export type QueryField = (typeof QUERY_FIELDS)[number];
export type SortKey = (typeof SORT_KEYS)[number];

export const QUERY_FIELDS = [
  ...(['status', 'method', 'url', 'path', 'host', 'ip', 'route', 'token', 'time', 'duration', 'bytes'] as const),
  ...(['requestBytes', 'dbCount', 'dbTime', 'httpCount', 'httpTime', 'warnings', 'errors', 'cost'] as const),
  ...(['exception', 'finding', 'requestId', 'traceId', 'pinned', 'aborted', 'note', 'contentType', 'boot'] as const),
  ...(['header', 'body', 'log', 'sql', 'any'] as const),
] as const;

export const SORT_KEYS = [
  ...(['time', 'duration', 'status', 'method', 'url', 'ip', 'token', 'bytes', 'dbCount', 'dbTime', 'route'] as const),
  ...(['requestBytes', 'httpCount', 'httpTime', 'warnings', 'errors', 'cost'] as const),
] as const;

/** The newest ten. */
export const DEFAULT_QUERY: ProfileQuery = {
  terms: [],
  sort: { by: 'time', descending: true },
  limit: 10,
  cursor: undefined,
};

/** A page of what was found. */
export interface FoundProfiles {
  readonly rows: readonly ProfileSummary[];
  /** How many match in all; when `exact` is false there are at least that many. */
  readonly matched: { readonly count: number; readonly exact: boolean };
  /** Continues after the last row; undefined when there is nothing more. */
  readonly next: string | undefined;
  /** Set when the search stopped early: how far back it looked. */
  readonly lookedBackTo: number | undefined;
}
