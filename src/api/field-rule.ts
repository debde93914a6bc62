import { isPromise } from '../http/index.ts';
import type { RuleWord } from '../http/index.ts';
import type { FieldRule } from './access-definition.ts';
import type { OperationInput } from './operation-input.ts';
import type { ReadRule } from './resource-model.ts';

/** What is said of who may see or change a field, as it is asked. */
export function fieldRule(said: FieldRule | undefined): 'everybody' | 'nobody' | ReadRule {
  if (said === undefined || said === 'everybody' || said === 'public') return 'everybody';
  if (said === 'nobody') return 'nobody';
  if (typeof said === 'function') return said as ReadRule;
  if (said.startsWith('attribute:')) return (input) => settled(input.isGranted(said.slice(10)), said);
  return (input) => holds(said, input);
}

/**
 * Does a rule say yes? Only true is a yes.
 * @throws {TypeError} when it wants time: fields are asked about at once
 */
export function allows(rule: 'everybody' | 'nobody' | ReadRule, input: () => OperationInput): boolean {
  if (rule === 'everybody') return true;
  return rule !== 'nobody' && settled(rule(input()), rule.name);
}

/** A rule that nobody meets. */
export const allowsNobody: ReadRule = () => false;

function holds(word: RuleWord, input: OperationInput): boolean {
  const { user, context } = input;
  if (context.access) return context.access.holds(word, user);
  return user !== null && (word === 'user' || user.roles.includes(word.slice(5)));
}

function settled(answer: unknown, name: string): boolean {
  if (!isPromise(answer)) return answer === true;
  void Promise.resolve(answer).catch(() => {});
  throw new TypeError(
    `The rule ${name || 'of a field'} gave a promise; who sees or changes a field must be said at once`,
  );
}
