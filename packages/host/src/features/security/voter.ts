import type { MaybePromise, User } from 'oriel-core/http';
import type { RequestView } from '../../http/request-view.ts';

/** The result of a voter: true grants access, false denies it, undefined abstains. */
export type Vote = boolean | undefined;

/** The input of a voter. */
export interface Question<Subject = unknown> {
  readonly user: User | null;
  /** The attribute of the rule, such as `publish`. */
  readonly attribute: string;
  /** The item, the request body, or undefined. */
  readonly subject: Subject;
  /** The request. */
  readonly request: RequestView;
}

/** Decides about attributes; the result of {@link voter}. */
export interface Voter {
  readonly name: string;
  readonly supports: (attribute: string, subject: unknown) => boolean;
  readonly vote: (question: Question<never>) => MaybePromise<Vote>;
}

/**
 * Creates a voter, which decides about attributes. Rules name attributes as `attribute:publish`, and functions call
 * `isGranted('publish', item)`.
 *
 * @param name shown in the profiler
 * @param supports the attributes that it decides about, or a function that returns true for them
 * @param vote returns true, false, or undefined to abstain
 *
 * @example
 * ```ts
 * import { voter } from 'oriel-host';
 * const owners = voter('owners', ['publish'], ({ user, subject }: { user: { id: string } | null; subject: { owner: string } }) =>
 *   subject.owner === user?.id,
 * );
 * owners.supports('publish', {}); // => true
 * ```
 */
export function voter<Subject = unknown>(
  name: string,
  supports: readonly string[] | ((attribute: string, subject: unknown) => boolean),
  vote: (question: Question<Subject>) => MaybePromise<Vote>,
): Voter {
  const known = typeof supports === 'function' ? supports : (attribute: string) => supports.includes(attribute);
  return Object.freeze({ name, supports: known, vote });
}
