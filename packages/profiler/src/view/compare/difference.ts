/** What a difference is about, in the order of the page. */
export const ASPECTS = [
  ...(['request', 'status', 'exception', 'body', 'database', 'http-client', 'redis', 'mail'] as const),
  ...(['headers', 'pipeline', 'decisions', 'logs', 'findings'] as const),
] as const;

export type Aspect = (typeof ASPECTS)[number];

/** One line of a comparison. All texts are recorded ones or excerpts from them. */
export interface Difference {
  readonly aspect: Aspect;
  readonly kind: 'added' | 'removed' | 'changed';
  /** What differs: a header, a query, a path in the body; empty for the aspect itself. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The number of rows of a list with this difference. */
  readonly rows?: number | undefined;
  /** The line of code, of queries and calls. */
  readonly caller?: string | undefined;
  /** The time that queries or calls took, which is shown only. */
  readonly milliseconds?: number | undefined;
  /** The text of a query or call without its values. */
  readonly shape?: string | undefined;
}

/** The most differences that are listed. */
export const MAX_DIFFERENCES = 1_000;
