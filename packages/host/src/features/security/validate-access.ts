import { didYouMean } from 'oriel-core/http';
import { findRuleIssue } from '../../http/access-rule.ts';
import { RoleHierarchy } from './roles.ts';
import type { AccessConfig, SecuritySettings } from './security-config.ts';
import type { PathRule } from './path-rules.ts';
import { anything, choice, issue, list } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { PATH_RULES, unreachable } from './validate-path-rules.ts';
import { docsAccess, getRules } from './rules-of.ts';

const CODE = 'ORIEL_ACCESS_CONFIG';

export const ACCESS_SETTINGS = {
  access: PATH_RULES,
  default: choice(['deny', 'public'], { code: CODE, fix: "Use 'deny' or 'public', or remove it" }),
  voters: list(anything({ accepts: isVoter, fix: "Use the result of voter('name', ['publish'], …)" }), {
    default: [],
    code: CODE,
    fix: 'Use [voter(…), …]',
  }),
  roles: anything({
    accepts: (roles) => isListOfTexts(roles) || isRecordOfLists(roles),
    code: CODE,
    fix: "Give ['editor'] or { admin: ['editor'], editor: [] }",
  }),
} satisfies Settings<AccessConfig>;

/** Reports issues of the rules of a host: those that name unknown roles, need voters or never apply. */
export function* validateAccess(security: AccessConfig, config: SecuritySettings): Generator<ConfigIssue> {
  const { access, voters, roles } = security;
  if (Array.isArray(access)) yield* unreachable(access as readonly PathRule[]);
  const isRoles = ACCESS_SETTINGS.roles.rules.accepts(roles);
  const docs = docsAccess(config);
  const docsIssue = docs === undefined ? undefined : findRuleIssue(docs);
  if (docsIssue) yield issue('ORIEL_ACCESS_RULE', 'api.docs.access', ...docsIssue);
  yield* validateKeywords(config, isRoles ? roles : undefined, Array.isArray(voters) && voters.length > 0);
  for (const [index, route] of (Array.isArray(config.routes) ? config.routes : []).entries()) {
    const ruleIssue = route?.access === undefined ? undefined : findRuleIssue(route.access);
    if (ruleIssue)
      yield { ...issue('ORIEL_ACCESS_RULE', `routes[${index}] "${route.name}".access`, ...ruleIssue), at: route.at };
  }
}

function isVoter(value: unknown): boolean {
  const { name, vote, supports } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof vote === 'function' && typeof supports === 'function';
}

// A rule for an undeclared role would deny everyone without any error.
function* validateKeywords(
  config: SecuritySettings,
  roles: AccessConfig['roles'],
  hasVoters: boolean,
): Generator<ConfigIssue> {
  const { known } = new RoleHierarchy(roles);
  for (const { place, parts, at } of getRules(config))
    for (const part of parts) {
      if (typeof part !== 'string') continue;
      if (part.startsWith('attribute:') && !hasVoters)
        yield {
          ...issue(
            CODE,
            place,
            `'${part}' requires voters, but none are configured`,
            'Add security: { voters: [voter(…)] }',
          ),
          at,
        };
      const role = part.startsWith('role:') ? part.slice(5) : undefined;
      if (role === undefined || known === undefined || known.has(role)) continue;
      const similar = didYouMean(role, [...known]);
      const fix = similar
        ? `Did you mean 'role:${similar}'?`
        : `Use one of ${[...known].join(', ')}, or add it to security.roles`;
      yield { ...issue('ORIEL_ACCESS_ROLE', place, `The role "${role}" is unknown`, fix), at };
    }
}

/** Returns whether a value is a list of strings. */
export function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecordOfLists(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isListOfTexts);
}
