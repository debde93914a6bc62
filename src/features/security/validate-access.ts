import { didYouMean } from '../../core/http/did-you-mean.ts';
import { findRuleIssue } from '../../core/http/rule-issue.ts';
import { RoleHierarchy } from './roles.ts';
import { STRATEGIES } from './voter.ts';
import type { AccessConfig } from './access-config.ts';
import type { PathRule } from './path-rules.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { SecuritySettings } from './security-settings.ts';
import { unreachable, validatePathRule } from './validate-path-rules.ts';
import { docsAccess, rulesOf } from './rules-of.ts';

/** The settings of security that say who may do what. */
export const ACCESS_KEYS: readonly (keyof AccessConfig)[] = ['access', 'default', 'roles', 'voters', 'strategy'];

/** What is wrong with what a host says about who may do what. */
export function* validateAccess(security: AccessConfig, config: SecuritySettings): Generator<ConfigIssue> {
  const { access = [], default: usual, strategy, voters = [], roles } = security;
  if (usual !== undefined && usual !== 'deny' && usual !== 'public')
    yield wrong('security.default', `It is ${formatValue(usual)}`, "Say 'deny' or 'public', or leave it out");
  if (strategy !== undefined && !STRATEGIES.includes(strategy))
    yield wrong('security.strategy', `It is ${formatValue(strategy)}`, `Say one of ${STRATEGIES.join(', ')}`);
  if (!Array.isArray(access))
    yield wrong('security.access', 'It is no list', "Give [{ path: '/admin', allow: 'role:admin' }]");
  else {
    for (const [index, rule] of (access as readonly PathRule[]).entries()) yield* validatePathRule(rule, index);
    yield* unreachable(access);
  }
  yield* wrongVoters(voters);
  const isRoles = roles === undefined || isListOfTexts(roles) || isRecordOfLists(roles);
  if (!isRoles)
    yield wrong(
      'security.roles',
      `It is ${formatValue(roles)}`,
      "Give ['editor'] or { admin: ['editor'], editor: [] }",
    );
  const docs = docsAccess(config);
  const docsFlaw = docs === undefined ? undefined : findRuleIssue(docs);
  if (docsFlaw) yield issue('ORIEL_ACCESS_RULE', 'api.docs.access', ...docsFlaw);
  yield* strangeWords(config, isRoles ? roles : undefined, Array.isArray(voters) && voters.length > 0);
  for (const [index, each] of (Array.isArray(config.routes) ? config.routes : []).entries()) {
    const flaw = each?.access === undefined ? undefined : findRuleIssue(each.access);
    if (flaw) yield { ...issue('ORIEL_ACCESS_RULE', `routes[${index}] "${each.name}".access`, ...flaw), at: each.at };
  }
}

function* wrongVoters(voters: unknown): Generator<ConfigIssue> {
  if (!Array.isArray(voters)) return yield wrong('security.voters', 'It is no list', 'Give [voter(…), …]');
  for (const [index, each] of voters.entries()) {
    const { name, vote, supports } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof vote !== 'function' || typeof supports !== 'function')
      yield wrong(
        `security.voters[${index}]`,
        `It is ${formatValue(each)}`,
        "Give what voter('name', ['publish'], …) gives",
      );
  }
}

// A role that nobody has would lock a door for good, and nobody would know.
function* strangeWords(
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
          ...wrong(place, `'${part}' asks voters, and there are none`, 'Add security: { voters: [voter(…)] }'),
          at,
        };
      const role = part.startsWith('role:') ? part.slice(5) : undefined;
      if (role === undefined || known === undefined || known.has(role)) continue;
      const meant = didYouMean(role, [...known]);
      const fix = meant
        ? `Did you mean 'role:${meant}'?`
        : `Known are ${[...known].join(', ')}; add it to security.roles`;
      yield { ...issue('ORIEL_ACCESS_ROLE', place, `There is no role "${role}"`, fix), at };
    }
}

function wrong(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_ACCESS_CONFIG', place, reason, fix);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecordOfLists(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isListOfTexts);
}
