import { listRuleParts } from './access-rule.ts';
import type { AnyRule } from './access-rule.ts';

/** Returns what is wrong with an access rule and how to fix it, or `undefined` for a valid rule. */
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
