import type { MaybePromise, HttpContext, RoleName, UserAccess } from 'oriel-core/http';
import type { AccessInput } from './access-input.ts';

/**
 * An access rule. `public` grants access to all clients, `user` to authenticated users, `role:editor` to users with the role,
 * `attribute:publish` to users that the voters accept, and `never` to no one. A function decides by itself. All rules of a
 * list must grant access.
 */
export type Rule<Input = AccessInput, Rows = never> = RulePart<Input, Rows> | readonly RulePart<Input, Rows>[];
export type RulePart<Input = AccessInput, Rows = never> = RuleWord | RuleFunction<Input, Rows>;
export type RuleWord = 'public' | 'user' | 'never' | `role:${RoleName}` | `attribute:${string}`;

/**
 * Called as early as possible: after authentication; again when the item is loaded, if the function reads the item;
 * and again when the body is validated, if it reads the body. So it should have no side effects.
 */
export type RuleFunction<Input, Rows = never> = (
  input: Input,
) => MaybePromise<boolean | Denial | Rows | null | undefined>;

/** A denial with its reason; {@link deny} returns it. */
export interface Denial {
  /** The message for the client. */
  readonly denied: string;
  /** Whether to respond with 404 instead of 403, so that the client does not learn that the item exists. */
  readonly hide: boolean;
}

/**
 * Returns a denial for an access rule, with the reason that is sent to the client.
 *
 * @param reason a sentence for the client; by default, that access is denied
 * @param options `hide: true` responds with 404, as if the item did not exist; the reason is then only shown in the profiler
 *
 * @example
 * ```ts
 * import { deny } from 'oriel-host';
 * const onlyOwners = ({ user, item }: { user: { id: string } | null; item: { owner: string } }) =>
 *   item.owner === user?.id || deny('Only the owner may do this');
 * onlyOwners({ user: { id: 'ada' }, item: { owner: 'bob' } }); // => { denied: 'Only the owner may do this', hide: false }
 * ```
 */
export function deny(reason = '', { hide = false }: { readonly hide?: boolean } = {}): Denial {
  return Object.freeze({ denied: reason, hide });
}

export type AccessVerdict = Granted | Refused | Postponed;

export interface Granted {
  readonly outcome: 'granted';
  readonly because: string;
  /** Access is limited to items that meet all these conditions, in the format of the caller. */
  readonly rows?: readonly object[] | undefined;
}

export interface Refused {
  readonly outcome: 'refused';
  readonly because: string;
  /** The message for the client; empty for the default message. */
  readonly reason: string;
  readonly hide: boolean;
}

/** The rule reads a value that is not available yet: evaluate `rest` again when it is. */
export interface Postponed {
  readonly outcome: 'postponed';
  readonly rest: readonly AnyRulePart[];
  readonly rows?: readonly object[] | undefined;
}

// The parts of a rule whose input type is erased.
export type AnyRulePart = RulePart<never, object>;
export type AnyRule = Rule<never, object>;

/** Evaluates access rules. The security module implements it. */
export interface AccessDecider extends UserAccess {
  /** Evaluates a rule for a request, with the values that are available. */
  decide(rule: readonly AnyRulePart[], input: AccessInput): MaybePromise<AccessVerdict>;
}

/** Returns the decider of a request; undefined if the host has none. */
export function getAccessDecider(context: HttpContext): AccessDecider | undefined {
  return context.access as AccessDecider | undefined;
}

/** Returns the parts of a rule. */
export function listRuleParts(rule: AnyRule): readonly AnyRulePart[] {
  return Array.isArray(rule) ? (rule as readonly AnyRulePart[]) : [rule as AnyRulePart];
}

/** Returns whether a rule grants access to all clients. */
export function isPublic(rule: readonly AnyRulePart[]): boolean {
  return rule.every((part) => part === 'public');
}

/** Returns the issue of an access rule and its fix; `undefined` for a valid rule. */
export function findRuleIssue(rule: AnyRule): [reason: string, fix: string] | undefined {
  const parts = listRuleParts(rule);
  if (parts.length === 0)
    return ['The list is empty, which grants access to all clients', "Write 'public' to grant access to all clients"];
  for (const part of parts) {
    if (typeof part === 'function') continue;
    if (typeof part !== 'string' || !RULE_KEYWORD_PATTERN.test(part))
      return [
        `${JSON.stringify(part)} is not an access rule`,
        `Write 'public', 'user', 'never', 'role:editor', 'attribute:publish', or a function`,
      ];
  }
  const idle = parts.length > 1 && parts.some((part) => part === 'public' || part === 'never');
  return idle
    ? ["'public' has no effect in a list, and 'never' overrides all other rules", 'Use it as the only rule']
    : undefined;
}

/** Matches the keywords that an access rule may contain. */
export const RULE_KEYWORD_PATTERN = /^(?:public|user|never|role:[^\s,]+|attribute:[^\s,]+)$/;
