import { matchesHostPattern, isToken } from 'oriel-core/http';
import { anything, formatValue, group, issue, list, text } from 'oriel-core/configuration';
import type { ConfigIssue, Settings, Setting } from 'oriel-core/configuration';
import { findRuleIssue } from '../../http/access-rule.ts';
import type { PathRule } from './path-rules.ts';
import { isHostPattern, isPlainPath } from './scope-patterns.ts';
import { expandSafeMethods } from '../../http/methods.ts';

const METHODS = "Use an array such as ['POST', 'PUT']";
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
    *validate(rule: never, path) {
      const found = findRuleIssue(rule);
      if (found !== undefined) yield issue('ORIEL_ACCESS_RULE', path, ...found);
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

/** The methods of a firewall or a path rule. @param code of its issues, such as `ORIEL_ACCESS_PATH` */
function methodList(code: string): Setting<readonly string[], false> {
  return list(text({ matches: isToken, code, fix: METHODS }), {
    minimum: 1,
    code,
    fix: METHODS,
    validate: (methods: readonly unknown[], path) => validateHead(methods.map(String), code, path),
  });
}

/** Returns whether a rule for the methods `wide` applies to every request that one for `narrow` applies to. */
function coversMethods(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const covered = expandSafeMethods(namesIn(wide));
  return [...expandSafeMethods(namesIn(narrow))].every((method) => covered.has(method));
}

// HEAD without GET or QUERY can be circumvented with these.
function* validateHead(methods: readonly string[], code: string, path: string): Generator<ConfigIssue> {
  const covered = expandSafeMethods(methods);
  if (!covered.has('HEAD') || covered.has('GET')) return;
  const reason = 'It lists HEAD without GET, which returns the same headers and also the data';
  yield issue(code, path, reason, 'List GET, which includes every other safe method, such as HEAD and QUERY');
}

// Invalid lists are reported elsewhere.
function namesIn(methods: unknown): readonly string[] {
  return [methods].flat().map(String);
}
