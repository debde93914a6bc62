import { didYouMean } from 'oriel-core/http';
import { findRuleIssue } from '../../http/access-rule.ts';
import { RoleHierarchy } from './roles.ts';
import { STRATEGIES } from './voter.ts';
import type { AccessConfig, SecuritySettings } from './security-config.ts';
import type { PathRule } from './path-rules.ts';
import { issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { unreachable, validatePathRule } from './validate-path-rules.ts';
import { docsAccess, rulesOf } from './rules-of.ts';

/** The settings of authorization. */
export const ACCESS_KEYS: readonly (keyof AccessConfig)[] = ['access', 'default', 'roles', 'voters', 'strategy'];

/** Reports issues of the authorization settings. */
export function* validateAccess(security: AccessConfig, config: SecuritySettings): Generator<ConfigIssue> {
  const { access = [], default: usual, strategy, voters = [], roles } = security;
  if (usual !== undefined && usual !== 'deny' && usual !== 'public')
    yield invalid('security.default', `It is ${formatValue(usual)}`, "Use 'deny' or 'public', or remove it");
  if (strategy !== undefined && !STRATEGIES.includes(strategy))
    yield invalid('security.strategy', `It is ${formatValue(strategy)}`, `Use one of ${STRATEGIES.join(', ')}`);
  if (!Array.isArray(access))
    yield invalid('security.access', 'It is not an array', "Use [{ path: '/admin', allow: 'role:admin' }]");
  else {
    for (const [index, rule] of (access as readonly PathRule[]).entries()) yield* validatePathRule(rule, index);
    yield* unreachable(access);
  }
  yield* validateVoters(voters);
  const isRoles = roles === undefined || isListOfTexts(roles) || isRecordOfLists(roles);
  if (!isRoles)
    yield invalid(
      'security.roles',
      `It is ${formatValue(roles)}`,
      "Give ['editor'] or { admin: ['editor'], editor: [] }",
    );
  const docs = docsAccess(config);
  const docsIssue = docs === undefined ? undefined : findRuleIssue(docs);
  if (docsIssue) yield issue('ORIEL_ACCESS_RULE', 'api.docs.access', ...docsIssue);
  yield* validateKeywords(config, isRoles ? roles : undefined, Array.isArray(voters) && voters.length > 0);
  for (const [index, each] of (Array.isArray(config.routes) ? config.routes : []).entries()) {
    const ruleIssue = each?.access === undefined ? undefined : findRuleIssue(each.access);
    if (ruleIssue)
      yield { ...issue('ORIEL_ACCESS_RULE', `routes[${index}] "${each.name}".access`, ...ruleIssue), at: each.at };
  }
}

function* validateVoters(voters: unknown): Generator<ConfigIssue> {
  if (!Array.isArray(voters)) return yield invalid('security.voters', 'It is not an array', 'Use [voter(…), …]');
  for (const [index, each] of voters.entries()) {
    const { name, vote, supports } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof vote !== 'function' || typeof supports !== 'function')
      yield invalid(
        `security.voters[${index}]`,
        `It is ${formatValue(each)}`,
        "Use the result of voter('name', ['publish'], …)",
      );
  }
}

// A rule for an undeclared role would deny everyone without any error.
function* validateKeywords(
  config: SecuritySettings,
  roles: AccessConfig['roles'],
  hasVoters: boolean,
): Generator<ConfigIssue> {
  const { known } = new RoleHierarchy(roles);
  for (const { place, parts, at } of rulesOf(config))
    for (const part of parts) {
      if (typeof part !== 'string') continue;
      if (part.startsWith('attribute:') && !hasVoters)
        yield {
          ...invalid(
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

function invalid(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_ACCESS_CONFIG', place, reason, fix);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecordOfLists(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isListOfTexts);
}
