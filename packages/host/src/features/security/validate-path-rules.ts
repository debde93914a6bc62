import { matchesHostPattern, isToken } from 'oriel-core/http';
import { anything, formatValue, group, issue, list, text } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { findRuleIssue } from '../../http/access-rule.ts';
import type { PathRule } from './path-rules.ts';
import { isHostPattern, isPlainPath, isScopeWithin } from './scope-patterns.ts';
import { expandSafeMethods } from '../../http/methods.ts';

const CODE = 'ORIEL_ACCESS_PATH';
const METHODS = "Use an array such as ['POST', 'PUT']";
const HOSTS = "Use names in lower case, such as ['*.example.com']";

export const PATH_RULE_SETTINGS = {
  path: text({
    isRequired: true,
    matches: isPlainPath,
    reason: (path) => `${formatValue(path)} is not a path prefix`,
    fix: 'Use a decoded path without patterns, such as /api',
  }),
  methods: list(text({ matches: isToken, code: CODE, fix: METHODS }), {
    minimum: 1,
    code: CODE,
    fix: METHODS,
    validate: (methods: readonly unknown[], path) => validateHead(methods.map(String), path),
  }),
  hosts: list(text({ matches: isHostPattern, fix: HOSTS }), { minimum: 1, fix: HOSTS }),
  allow: anything({
    isRequired: true,
    reason: () => 'It is missing',
    fix: "Add allow: 'user', or a role",
    *validate(rule: never, path) {
      const found = findRuleIssue(rule);
      if (found !== undefined) yield issue('ORIEL_ACCESS_RULE', path, ...found);
    },
  }),
} satisfies Settings<PathRule>;

const EXAMPLE = "{ path: '/admin', allow: 'role:admin' }";

export const PATH_RULES = list(group(PATH_RULE_SETTINGS, { code: CODE, fix: `Use ${EXAMPLE}` }), {
  default: [],
  code: 'ORIEL_ACCESS_CONFIG',
  fix: `Use [${EXAMPLE}]`,
});

/** Reports rules that never apply, because an earlier one covers the same requests. */
export function* unreachable(rules: readonly PathRule[]): Generator<ConfigIssue> {
  for (const [index, rule] of rules.entries()) {
    const earlier = rules.findIndex((candidate, ruleIndex) => ruleIndex < index && covers(candidate, rule));
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
  return coversMethods(wide.methods, narrow.methods) && isScopeWithin(wide.hosts, narrow.hosts, matchesHostPattern);
}

/** Returns whether a rule for the methods `wide` applies to every request that one for `narrow` applies to. */
function coversMethods(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const covered = expandSafeMethods(namesIn(wide));
  return [...expandSafeMethods(namesIn(narrow))].every((method) => covered.has(method));
}

// HEAD without GET or QUERY can be circumvented with these.
function* validateHead(methods: readonly string[], path: string): Generator<ConfigIssue> {
  const covered = expandSafeMethods(methods);
  if (!covered.has('HEAD') || covered.has('GET')) return;
  const reason = 'It lists HEAD without GET, which returns the same headers and also the data';
  yield issue(CODE, path, reason, 'List GET, which includes every other safe method, such as HEAD and QUERY');
}

// Invalid lists are reported elsewhere.
function namesIn(methods: unknown): readonly string[] {
  return [methods].flat().map(String);
}
