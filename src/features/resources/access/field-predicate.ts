import { isPromise } from '../../../core/http/promises.ts';
import type { RuleWord } from '../../../core/http/access-rule.ts';
import type { FieldRule } from '../definition/access-definition.ts';
import type { FieldInput } from '../definition/field-input.ts';
import type { FieldPredicate } from '../model/resource-model.ts';

/** Converts the rule of a field to a predicate; `public` and `never` remain as they are. */
export function toFieldPredicate(rule: FieldRule | undefined): 'public' | 'never' | FieldPredicate {
  if (rule === undefined || rule === 'public') return 'public';
  if (rule === 'never') return 'never';
  if (typeof rule === 'function') return rule as FieldPredicate;
  if (rule.startsWith('attribute:')) return (input) => requireBoolean(input.isGranted(rule.slice(10)), rule);
  return (input) => isRuleMet(rule, input);
}

/**
 * Evaluates the rule of a field. Only `true` grants access.
 *
 * @param createInput creates the input of the rule
 * @returns `item` if the result depends on the item, which the input does not have
 * @throws {TypeError} if the rule returns a promise
 */
export function evaluateFieldRule(
  rule: 'public' | 'never' | FieldPredicate,
  createInput: () => FieldInput,
): boolean | 'item' {
  if (rule === 'public') return true;
  if (rule === 'never') return false;
  const input = createInput();
  try {
    const answer: unknown = rule(input);
    // A rule that reads `item` and catches the error has decided nothing.
    return input.usedItem ? 'item' : requireBoolean(answer, rule.name);
  } catch (error) {
    if (input.usedItem) return 'item';
    throw error;
  }
}

/** A predicate that denies access to all users. */
export const denyAll: FieldPredicate = () => false;

function isRuleMet(word: RuleWord, input: FieldInput): boolean {
  const { user, context } = input;
  if (context.access) return context.access.grantsKeyword(word, user);
  return user !== null && (word === 'user' || user.roles.includes(word.slice(5)));
}

function requireBoolean(answer: unknown, name: string): boolean {
  if (!isPromise(answer)) return answer === true;
  void Promise.resolve(answer).catch(() => {});
  throw new TypeError(
    `The rule ${name || 'of a field'} returned a promise, but field rules are evaluated synchronously for every item of a list. Load what the rule needs earlier, for example in the authenticator, and store it in the user`,
  );
}
