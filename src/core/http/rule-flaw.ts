import { partsOf } from './access-rule.ts';
import type { AnyRule } from './access-rule.ts';

/** Says what is wrong with a rule itself. */
export function ruleFlaw(rule: AnyRule): [reason: string, fix: string] | undefined {
  const parts = partsOf(rule);
  if (parts.length === 0) return ['It is an empty list, which everybody meets', "Write 'public' if everybody may"];
  for (const part of parts) {
    if (typeof part === 'function') continue;
    if (typeof part !== 'string' || !RULE_WORD.test(part))
      return [
        `${JSON.stringify(part)} is no rule`,
        `Write 'public', 'user', 'never', 'role:editor', 'attribute:publish', or a function`,
      ];
  }
  const idle = parts.length > 1 && parts.some((part) => part === 'public' || part === 'never');
  return idle
    ? ["'public' adds nothing to a list, and with 'never' nothing else counts", 'Let it stand alone']
    : undefined;
}

/** The words that rules are made of. */
export const RULE_WORD = /^(?:public|user|never|role:[^\s,]+|attribute:[^\s,]+)$/;
