import type { RequestView } from '../../core/http/request-view.ts';
import type { User } from '../../core/http/user.ts';

type Later<T> = T | PromiseLike<T>;

/** What one voter says: true is yes, false is no, and undefined that it has no opinion. */
export type Vote = boolean | undefined;

/** What a voter is asked. */
export interface Question<Subject = unknown> {
  readonly user: User | null;
  /** What somebody wants to do: `publish`. */
  readonly attribute: string;
  /** What they want to do it to: an item, what was sent, or nothing. */
  readonly subject: Subject;
  /** The request. */
  readonly request: RequestView;
}

/** Has an opinion about who may do what; what `voter` gives. */
export interface Voter {
  readonly name: string;
  readonly supports: (attribute: string, subject: unknown) => boolean;
  readonly vote: (question: Question<never>) => Later<Vote>;
}

/**
 * Declares a voter: an opinion about attributes, which rules name as `attribute:publish` and functions ask as
 * `isGranted('publish', item)`.
 *
 * @param name what the profiler calls it
 * @param supports which attributes it has an opinion about, as a list, or whether it has one about this attribute of this subject
 * @param vote true, false, or undefined when it has no opinion after all
 *
 * @example
 * ```ts
 * import { voter } from 'oriel';
 * const owners = voter('owners', ['publish'], ({ user, subject }: { user: { id: string } | null; subject: { owner: string } }) =>
 *   subject.owner === user?.id,
 * );
 * owners.supports('publish', {}); // => true
 * ```
 */
export function voter<Subject = unknown>(
  name: string,
  supports: readonly string[] | ((attribute: string, subject: unknown) => boolean),
  vote: (question: Question<Subject>) => Later<Vote>,
): Voter {
  const known = typeof supports === 'function' ? supports : (attribute: string) => supports.includes(attribute);
  return Object.freeze({ name, supports: known, vote });
}

/**
 * How votes become a decision. `affirmative`: one yes is enough. `consensus`: more yes than no. `unanimous`: no no, and
 * somebody says yes. `priority`: the first voter with an opinion decides. Where nobody has an opinion the answer is no.
 */
export type VotingStrategy = 'affirmative' | 'consensus' | 'unanimous' | 'priority';

export const STRATEGIES: readonly VotingStrategy[] = ['affirmative', 'consensus', 'unanimous', 'priority'];

/** Do these votes come to a yes? */
export function tally(strategy: VotingStrategy, votes: readonly Vote[]): boolean {
  const opinions = votes.filter((vote) => vote !== undefined);
  const yes = opinions.filter(Boolean).length;
  const no = opinions.length - yes;
  if (strategy === 'priority') return opinions[0] === true;
  if (strategy === 'consensus') return yes > no;
  return strategy === 'unanimous' ? yes > 0 && no === 0 : yes > 0;
}
