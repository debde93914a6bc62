import { matchesHostPattern } from 'oriel-core/http';
import { anything, formatValue, group, issue, list, text } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { findRuleIssue } from '../../http/access-rule.ts';
import type { PathRule } from './path-rules.ts';
import { isHostPattern, isPlainPath } from './scope-patterns.ts';
import { coversMethods, methodList } from './validate-methods.ts';

const HOSTS = "Use names in lower case, such as ['*.example.com']";

export const PATH_RULE_SETTINGS = {
  path: text({
    isRequired: true,
    matches: isPlainPath,
    reason: (path) => `${formatValue(path)} is not a path prefix`,
    fix: 'Use a decoded path without patterns, such as /api',
  }),
  methods: methodList('ORIEL_ACCESS_PATH'),
  hosts: list(text({ matches: isHostPattern, fix: HOSTS }), { minimum: 1, fix: HOSTS }),
  allow: anything({
    isRequired: true,
    reason: () => 'It is missing',
    fix: "Add allow: 'user', or a role",
    *validate(rule: never, place) {
      const found = findRuleIssue(rule);
      if (found !== undefined) yield issue('ORIEL_ACCESS_RULE', place, ...found);
    },
  }),
} satisfies Settings<PathRule>;

const EXAMPLE = "{ path: '/admin', allow: 'role:admin' }";

/** The access rules for paths. */
export const PATH_RULES = list(group(PATH_RULE_SETTINGS, { code: 'ORIEL_ACCESS_PATH', fix: `Use ${EXAMPLE}` }), {
  default: [],
  code: 'ORIEL_ACCESS_CONFIG',
  fix: `Use [${EXAMPLE}]`,
});

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
