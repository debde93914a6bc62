import { isPromise } from 'oriel-core/http';
import type { RuleWord } from '../../../http/access-rule.ts';
import type { FieldRule } from '../declare/access-definition.ts';
import type { CompiledFieldRule, FieldInput, FieldPredicate } from '../declare/field-input.ts';
import type { FieldModel } from './resource-model.ts';

/** Converts the rule of a field to a predicate; `public` and `never` remain as they are. */
export function toFieldPredicate(rule: FieldRule | undefined): CompiledFieldRule {
  if (rule === undefined || rule === 'public') return 'public';
  if (rule === 'never') return 'never';
  if (typeof rule === 'function') return rule as FieldPredicate;
  if (rule.startsWith('attribute:')) return (input) => requireBoolean(input.isGranted(rule.slice(10)), rule);
  return (input) => isRuleMet(rule, input);
}

/** Evaluates the rule of a field; `item` if it needs an item that the input does not have. Only `true` grants access. */
export function evaluateFieldRule(rule: CompiledFieldRule, createInput: () => FieldInput): boolean | 'item' {
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

/** The fields that a user can read, in the order of the schema. */
export interface ReadableFields {
  readonly readable: readonly string[];
  /** Those of them whose rules depend on the item. */
  readonly itemDependent: readonly string[];
}

/** Evaluates the read rules of all fields without an item. */
export function findReadableFields(
  fields: readonly Pick<FieldModel, 'name' | 'read'>[],
  createInput: () => FieldInput,
): ReadableFields {
  const readable: string[] = [];
  const itemDependent: string[] = [];
  for (const { name, read } of fields) {
    const verdict = evaluateFieldRule(read, createInput);
    if (verdict === false) continue;
    readable.push(name);
    if (verdict === 'item') itemDependent.push(name);
  }
  return { readable, itemDependent };
}

/** A predicate that denies access to all users. */
export const denyAll: FieldPredicate = () => false;

function isRuleMet(word: RuleWord, input: FieldInput): boolean {
  const { user, context } = input;
  if (context.access) return context.access.grantsKeyword(word, user);
  const roles: readonly string[] = user?.roles ?? [];
  return user !== null && (word === 'user' || roles.includes(word.slice(5)));
}

function requireBoolean(answer: unknown, name: string): boolean {
  if (!isPromise(answer)) return answer === true;
  void Promise.resolve(answer).catch(() => {});
  throw new TypeError(
    `The rule ${name || 'of a field'} returned a promise, but field rules are evaluated synchronously for every item of a list. Load what the rule needs earlier, for example in the authenticator, and store it in the user`,
  );
}
