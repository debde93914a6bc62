import { matchesHostPattern } from 'oriel-core/http';
import { findRuleIssue } from '../../http/access-rule.ts';

import type { PathRule } from './path-rules.ts';
import { validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import { isHostPattern, isPlainPath } from './scope-patterns.ts';
import { coversMethods, validateMethods } from './validate-methods.ts';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Reports issues of one access rule for a path. */
export function* validatePathRule(rule: PathRule, index: number): Generator<ConfigIssue> {
  const place = `security.access[${index}]`;
  if (typeof rule !== 'object' || rule === null)
    return yield invalid(place, `It is ${formatValue(rule)}`, "Use { path: '/admin', allow: 'role:admin' }");
  yield* validateUnknownKeys(rule, ['path', 'methods', 'hosts', 'allow'], `${place}.`);
  const { path, methods, hosts, allow } = rule;
  if (!isPlainPath(path))
    yield invalid(
      `${place}.path`,
      `${formatValue(path)} is not a path prefix`,
      'Use a decoded path without patterns, such as /api',
    );
  yield* validateMethods(methods, 'ORIEL_ACCESS_PATH', `${place}.methods`);
  if (hosts !== undefined && !(Array.isArray(hosts) && hosts.length > 0 && hosts.every(isHostPattern)))
    yield invalid(
      `${place}.hosts`,
      `It is ${formatValue(hosts)}`,
      "Use names in lower case, such as ['*.example.com']",
    );
  const ruleIssue = allow === undefined ? undefined : findRuleIssue(allow);
  if (allow === undefined) yield invalid(`${place}.allow`, 'It is missing', "Add allow: 'user', or a role");
  else if (ruleIssue) yield issue('ORIEL_ACCESS_RULE', `${place}.allow`, ...ruleIssue);
}

/** Reports rules that never apply, because an earlier one covers the same requests. */
export function* unreachable(rules: readonly PathRule[]): Generator<ConfigIssue> {
  for (const [index, rule] of rules.entries()) {
    const earlier = rules.findIndex((each, at) => at < index && covers(each, rule));
    if (earlier < 0) continue;
    const reason = `It never applies: security.access[${earlier}] covers all of its requests, and the first match decides`;
    yield issue(
      'ORIEL_ACCESS_UNREACHABLE',
      `security.access[${index}]`,
      reason,
      'Move it before that one, or remove it',
    );
  }
}

function covers(wide: PathRule, narrow: PathRule): boolean {
  if (typeof wide?.path !== 'string' || typeof narrow?.path !== 'string') return false;
  const prefix = wide.path.replace(/\/+$/, '');
  if (narrow.path !== prefix && !narrow.path.startsWith(`${prefix}/`)) return false;
  return (
    coversMethods(wide.methods, narrow.methods) &&
    within(wide.hosts, narrow.hosts, (one, pattern) => matchesHostPattern(one, pattern))
  );
}

function within(
  wide: readonly string[] | undefined,
  narrow: readonly string[] | undefined,
  matches: (one: string, other: string) => boolean,
): boolean {
  if (wide === undefined) return true;
  return narrow !== undefined && narrow.every((one) => wide.some((other) => matches(one, other)));
}

function invalid(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_ACCESS_PATH', place, reason, fix);
}
