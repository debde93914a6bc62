import { listRuleParts } from './access-rule.ts';
import type { AnyRule } from './access-rule.ts';

/** Returns what is wrong with an access rule and how to fix it, or `undefined` for a valid rule. */
export function findRuleIssue(rule: AnyRule): [reason: string, fix: string] | undefined {
  const parts = listRuleParts(rule);
  if (parts.length === 0) return ['It is an empty list, which everybody meets', "Write 'public' if everybody may"];
  for (const part of parts) {
    if (typeof part === 'function') continue;
    if (typeof part !== 'string' || !RULE_KEYWORD_PATTERN.test(part))
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

/** Matches the keywords that an access rule may contain. */
export const RULE_KEYWORD_PATTERN = /^(?:public|user|never|role:[^\s,]+|attribute:[^\s,]+)$/;
