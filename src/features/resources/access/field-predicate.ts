import { isPromise } from '../../../core/http/promises.ts';
import type { RuleWord } from '../../../core/http/access-rule.ts';
import type { FieldRule } from '../definition/access-definition.ts';
import type { FieldInput } from '../definition/field-input.ts';
import type { FieldPredicate } from '../model/resource-model.ts';

/** What is said of who may see or change a field, as it is asked. */
export function toFieldPredicate(said: FieldRule | undefined): 'public' | 'never' | FieldPredicate {
  if (said === undefined || said === 'public') return 'public';
  if (said === 'never') return 'never';
  if (typeof said === 'function') return said as FieldPredicate;
  if (said.startsWith('attribute:')) return (input) => settled(input.isGranted(said.slice(10)), said);
  return (input) => holds(said, input);
}

/**
 * What a rule says: only true is a yes, and `item` means that it depends on the item, which is not there.
 * @throws {TypeError} when it wants time: fields are asked about at once
 */
export function evaluateFieldRule(rule: 'public' | 'never' | FieldPredicate, ask: () => FieldInput): boolean | 'item' {
  if (rule === 'public') return true;
  if (rule === 'never') return false;
  const input = ask();
  try {
    const answer: unknown = rule(input);
    // Whoever asks for `item` and goes on without it has decided nothing.
    return input.usedItem ? 'item' : settled(answer, rule.name);
  } catch (error) {
    if (input.usedItem) return 'item';
    throw error;
  }
}

/** A rule that nobody meets. */
export const denyAll: FieldPredicate = () => false;

function holds(word: RuleWord, input: FieldInput): boolean {
  const { user, context } = input;
  if (context.access) return context.access.holds(word, user);
  return user !== null && (word === 'user' || user.roles.includes(word.slice(5)));
}

function settled(answer: unknown, name: string): boolean {
  if (!isPromise(answer)) return answer === true;
  void Promise.resolve(answer).catch(() => {});
  throw new TypeError(
    `The rule ${name || 'of a field'} gave a promise; who sees or changes a field must be said at once, for every item of a list. Find out before, where waiting is possible: in the authenticator, which may give the user what the rule looks at`,
  );
}
