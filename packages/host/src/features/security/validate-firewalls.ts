import { matchesHostPattern } from 'oriel-core/http';
import { anything, boolean, either, formatValue, group, issue, list, text } from 'oriel-core/configuration';
import type { ConfigIssue, Setting, Settings } from 'oriel-core/configuration';
import type { Authenticator } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import { isHostPattern, isPlainPath, isScopeWithin } from './scope-patterns.ts';

const CODE = 'ORIEL_SECURITY_FIREWALL';

export const FIREWALL_SETTINGS = {
  name: text({ isRequired: true, matches: /^[\w-]{1,64}$/, fix: 'Use a name of letters, digits and hyphens' }),
  path: oneOrMore(isPlainPath, 'path prefix', 'Use a decoded path without patterns, such as /api'),
  host: oneOrMore(isHostPattern, 'host name', 'Use lower case; *.example.com covers all subdomains'),
  authenticators: list(
    anything({
      accepts: isAuthenticator,
      fix: 'Use { name, authenticate(context) { … } }, or the result of a function such as bearer()',
    }),
    { default: [], fix: 'Use an array such as [basic()]', validate: validateAuthenticators },
  ),
  anonymous: boolean({ default: false, code: CODE }),
  realm: text(),
} satisfies Settings<FirewallDefinition>;

export const FIREWALLS = list(
  group(FIREWALL_SETTINGS, {
    fix: "Use { name: 'api', path: '/api', authenticators: [bearer({ … })] }",
    validate: validateUse,
  }),
  {
    isRequired: true,
    code: CODE,
    label: describeName,
    fix: "Add at least one: firewalls: [{ name: 'all', anonymous: true }]",
  },
);

function oneOrMore(
  matches: (value: string) => boolean,
  what: string,
  fix: string,
): Setting<string | readonly string[], false> {
  const reason = (value: unknown): string => `${formatValue(value)} is not a ${what}`;
  const one = text({ matches, reason, fix });
  return either([one, list(one)], { reason, fix });
}

function isAuthenticator(value: unknown): boolean {
  const { name, authenticate } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && name !== '' && typeof authenticate === 'function';
}

function* validateAuthenticators(authenticators: readonly unknown[], path: string): Generator<ConfigIssue> {
  const names = new Set<string>();
  for (const [index, authenticator] of authenticators.entries()) {
    if (!isAuthenticator(authenticator)) continue;
    const { name, issues = [] } = authenticator as Authenticator;
    const authenticatorPath = `${path}[${index}]`;
    if (names.has(name)) {
      const reason = `Another authenticator of the firewall has the name "${name}", and only the first would be used`;
      yield issue(CODE, authenticatorPath, reason, 'Give it a unique name');
    }
    names.add(name);
    for (const { reason, fix } of issues) yield issue(CODE, `${authenticatorPath} "${name}"`, reason, fix);
  }
}

function* validateUse({ authenticators = [], anonymous }: FirewallDefinition, path: string): Generator<ConfigIssue> {
  if (!Array.isArray(authenticators) || authenticators.length > 0 || anonymous === true) return;
  const reason = 'It rejects every request: it has no authenticators and does not allow anonymous requests';
  yield issue(CODE, path, reason, 'Add authenticators, or anonymous: true if it protects nothing');
}

/** Reports firewalls that never apply, duplicate names, and requests that no firewall covers. */
export function* validateFirewallOrder(firewalls: readonly FirewallDefinition[]): Generator<ConfigIssue> {
  for (const [index, firewall] of firewalls.entries()) {
    const path = `security.firewalls[${index}]${describeName(firewall)}`;
    const earlier = firewalls.slice(0, index);
    if (earlier.some(({ name }) => name === firewall.name))
      yield issue(CODE, path, `Another firewall has the name "${firewall.name}"`, 'Give each firewall a unique name');
    const hiding = earlier.find((definition) => hides(definition, firewall));
    if (hiding === undefined) continue;
    const reason = `It never applies: "${hiding.name}" covers all of its requests, and the first match decides`;
    yield issue(CODE, path, reason, `Move it before "${hiding.name}", or remove it`);
  }
  const last = firewalls.at(-1);
  if (!last || (last.path === undefined && last.host === undefined)) return;
  const reason = 'Some requests are covered by no firewall, so it is undefined whether they may be anonymous';
  const fix = "Add a last firewall that covers all other requests, such as { name: 'rest', anonymous: true }";
  yield issue('ORIEL_SECURITY_UNCOVERED', 'security.firewalls', reason, fix);
}

function hides(earlier: FirewallDefinition, later: FirewallDefinition): boolean {
  return (
    isScopeWithin(
      earlier.path,
      later.path,
      (path, prefix) => path === prefix || path.startsWith(prefix.replace(/\/*$/, '/')),
    ) && isScopeWithin(earlier.host, later.host, matchesHostPattern)
  );
}

function describeName(firewall: unknown): string {
  const name: unknown = (firewall as Partial<FirewallDefinition> | null)?.name;
  return typeof name === 'string' ? ` "${name}"` : '';
}
