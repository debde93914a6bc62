import type { AccessInput } from './access-input.ts';
import type { RequestView } from './request-view.ts';
import type { User } from './user.ts';

type Later<T> = T | PromiseLike<T>;

/**
 * An access rule. `public` grants access to all clients, `user` to authenticated users, `role:editor` to users with the role,
 * `attribute:publish` to users that the voters accept, and `never` to no one. A function decides by itself. All rules of a
 * list must grant access.
 */
export type Rule<Input = AccessInput, Rows = never> = RulePart<Input, Rows> | readonly RulePart<Input, Rows>[];
export type RulePart<Input = AccessInput, Rows = never> = RuleWord | RuleFunction<Input, Rows>;
export type RuleWord = 'public' | 'user' | 'never' | `role:${string}` | `attribute:${string}`;

/**
 * It is asked as soon as it can be: right after the firewall; once more when the item is there, if it looks at the item,
 * and when the body is valid, if it looks at the body. So it should do nothing but answer.
 */
export type RuleFunction<Input, Rows = never> = (input: Input) => Later<boolean | Denial | Rows | null | undefined>;

/** A no with its reason: what `deny` gives. */
export interface Denial {
  /** Told to the client. */
  readonly denied: string;
  /** 404 instead of 403: the client must not learn that there is something. */
  readonly hide: boolean;
}

/**
 * A no for a rule to give, with the reason that the client is told.
 *
 * @param reason a sentence for the client; left out, it is told that access is denied
 * @param options `hide: true` answers 404, as if nothing were there; then the reason is for the profiler alone
 *
 * @example
 * ```ts
 * import { deny } from 'oriel';
 * const onlyOwners = ({ user, item }: { user: { id: string } | null; item: { owner: string } }) =>
 *   item.owner === user?.id || deny('Only the owner may do this');
 * onlyOwners({ user: { id: 'ada' }, item: { owner: 'bob' } }); // => { denied: 'Only the owner may do this', hide: false }
 * ```
 */
export function deny(reason = '', { hide = false }: { readonly hide?: boolean } = {}): Denial {
  return Object.freeze({ denied: reason, hide });
}

/** What a rule comes to. */
export type AccessVerdict = Granted | Refused | Postponed;

export interface Granted {
  readonly outcome: 'granted';
  readonly because: string;
  /** Only what meets all these conditions, in the words of whoever asked for the verdict. */
  readonly rows?: readonly object[] | undefined;
}

export interface Refused {
  readonly outcome: 'refused';
  readonly because: string;
  /** What the client is told; empty for the usual words. */
  readonly reason: string;
  readonly hide: boolean;
}

/** It looks at what is not known yet: the rest of the rule is to be asked again when it is. */
export interface Postponed {
  readonly outcome: 'postponed';
  readonly rest: readonly AnyRulePart[];
  readonly rows?: readonly object[] | undefined;
}

// What the parts of a rule are, once the type of their input is no longer known.
export type AnyRulePart = RulePart<never, object>;
export type AnyRule = Rule<never, object>;

/** Decides about rules: the role of the security room, handed to whoever has rules. */
export interface AccessDecider {
  /** What a rule comes to for a request, with what is known of it. */
  decide(rule: readonly AnyRulePart[], input: AccessInput): Later<AccessVerdict>;
  /** Does a word hold that needs neither item nor body? */
  grantsKeyword(word: RuleWord, user: User | null): boolean;
  /** What the voters say. */
  isGranted(input: RequestView, attribute: string, subject: unknown): Later<boolean>;
}

/** The parts of a rule. */
export function listRuleParts(rule: AnyRule): readonly AnyRulePart[] {
  return Array.isArray(rule) ? (rule as readonly AnyRulePart[]) : [rule as AnyRulePart];
}

/** Does a rule let everybody through, whoever they are? */
export function isPublic(rule: readonly AnyRulePart[]): boolean {
  return rule.every((part) => part === 'public');
}
