import { matchesHostPattern } from 'oriel-core/http';
import type { Authenticator, AuthenticatorIssue } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import { validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import { isHostPattern, isPlainPath } from './scope-patterns.ts';
import { coversMethods, validateMethods } from './validate-methods.ts';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Reports issues of one firewall. */
export function* validateFirewall(firewall: FirewallDefinition, index: number): Generator<ConfigIssue> {
  const place = placeOf(firewall, index);
  if (typeof firewall !== 'object' || firewall === null)
    return yield invalid(place, `It is ${formatValue(firewall)}`, EXAMPLE);
  yield* validateUnknownKeys(firewall, KEYS, `${place}.`);
  const { name, path, host, methods, authenticators = [], anonymous } = firewall;
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    yield invalid(`${place}.name`, `It is ${formatValue(name)}`, 'Use a name of letters, digits and hyphens');
  for (const each of listOf(path)) {
    if (isPlainPath(each)) continue;
    yield invalid(
      `${place}.path`,
      `${formatValue(each)} is not a path prefix`,
      'Use a decoded path without patterns, such as /api',
    );
  }
  for (const each of listOf(host)) {
    if (isHostPattern(each)) continue;
    yield invalid(
      `${place}.host`,
      `${formatValue(each)} is not a host name`,
      'Use lower case; *.example.com covers all subdomains',
    );
  }
  yield* validateMethods(methods, 'ORIEL_SECURITY_FIREWALL', `${place}.methods`);
  yield* validateAuthenticators(authenticators, place);
  if (anonymous !== undefined && typeof anonymous !== 'boolean')
    yield invalid(`${place}.anonymous`, `It is ${formatValue(anonymous)}`, 'Use true or false');
  if (Array.isArray(authenticators) && authenticators.length === 0 && anonymous !== true) {
    const fix = 'Add authenticators, or anonymous: true if it protects nothing';
    yield invalid(
      place,
      'It rejects every request: it has no authenticators and does not allow anonymous requests',
      fix,
    );
  }
}

function* validateAuthenticators(authenticators: unknown, place: string): Generator<ConfigIssue> {
  if (!Array.isArray(authenticators))
    return yield invalid(
      `${place}.authenticators`,
      `It is ${formatValue(authenticators)}`,
      'Use an array such as [basic()]',
    );
  const names = new Set<unknown>();
  for (const [index, each] of authenticators.entries()) {
    const at = `${place}.authenticators[${index}]`;
    const { name, authenticate } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '' || typeof authenticate !== 'function')
      yield invalid(
        at,
        `It is ${formatValue(each)}`,
        'Use { name, authenticate(context) { … } }, or the result of a function such as bearer()',
      );
    else if (names.has(name))
      yield invalid(
        at,
        `Another authenticator of the firewall has the name "${name}", and only the first would be used`,
        'Give it a unique name',
      );
    names.add(name);
    for (const { reason, fix } of issuesOf(each)) yield invalid(`${at} "${String(name)}"`, reason, fix);
  }
}

function issuesOf(authenticator: unknown): readonly AuthenticatorIssue[] {
  return (authenticator as Authenticator | null)?.issues ?? [];
}

/** Reports firewalls that never apply, duplicate names, and requests that no firewall covers. */
export function* validateFirewallOrder(firewalls: readonly FirewallDefinition[]): Generator<ConfigIssue> {
  for (const [index, firewall] of firewalls.entries()) {
    const place = placeOf(firewall, index);
    const earlier = firewalls.slice(0, index);
    if (earlier.some(({ name }) => name === firewall.name))
      yield invalid(place, `Another firewall has the name "${firewall.name}"`, 'Give each firewall a unique name');
    const hiding = earlier.find((each) => hides(each, firewall));
    if (hiding === undefined) continue;
    const reason = `It never applies: "${hiding.name}" covers all of its requests, and the first match decides`;
    yield invalid(place, reason, `Move it before "${hiding.name}", or remove it`);
  }
  const last = firewalls.at(-1);
  if (!last || (last.path === undefined && last.host === undefined && last.methods === undefined)) return;
  const reason = 'Some requests are covered by no firewall, so it is undefined whether they may be anonymous';
  const fix = "Add a last firewall that covers all other requests, such as { name: 'rest', anonymous: true }";
  yield issue('ORIEL_SECURITY_UNCOVERED', 'security.firewalls', reason, fix);
}

function hides(earlier: FirewallDefinition, later: FirewallDefinition): boolean {
  return (
    isWithin(
      earlier.path,
      later.path,
      (path, prefix) => path === prefix || path.startsWith(prefix.replace(/\/*$/, '/')),
    ) &&
    isWithin(earlier.host, later.host, matchesHostPattern) &&
    coversMethods(earlier.methods, later.methods)
  );
}

function isWithin(
  wide: string | readonly string[] | undefined,
  narrow: string | readonly string[] | undefined,
  covers: (narrow: string, wide: string) => boolean,
): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  return listOf(narrow).every((each) => listOf(wide).some((other) => covers(String(each), String(other))));
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly string[]) : [value as string];
}

function placeOf(firewall: FirewallDefinition, index: number): string {
  const name: unknown = firewall?.name;
  return typeof name === 'string' ? `security.firewalls[${index}] "${name}"` : `security.firewalls[${index}]`;
}

function invalid(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_SECURITY_FIREWALL', place, reason, fix);
}

const KEYS: readonly (keyof FirewallDefinition)[] = [
  'name',
  'path',
  'host',
  'methods',
  'authenticators',
  'anonymous',
  'realm',
];
const EXAMPLE = "Use { name: 'api', path: '/api', authenticators: [bearer({ … })] }";
