import { matchesHostPattern } from '../../core/http/authority.ts';
import type { Authenticator, AuthenticatorIssue } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { coversMethods, isHeadAlone, issueOfHead } from './validate-methods.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong with one firewall. */
export function* validateFirewall(firewall: FirewallDefinition, index: number): Generator<ConfigIssue> {
  const place = placeOf(firewall, index);
  if (typeof firewall !== 'object' || firewall === null)
    return yield wrong(place, `It is ${formatValue(firewall)}`, EXAMPLE);
  yield* validateUnknownKeys(firewall, KEYS, `${place}.`);
  const { name, path, host, methods, authenticators = [], anonymous } = firewall;
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    yield wrong(`${place}.name`, `It is ${formatValue(name)}`, 'Give it a name of letters, digits and hyphens');
  for (const each of listOf(path)) {
    if (typeof each === 'string' && PLAIN_PATH.test(each)) continue;
    yield wrong(
      `${place}.path`,
      `${formatValue(each)} begins no path`,
      'Write it decoded and without patterns, such as /api',
    );
  }
  for (const each of listOf(host)) {
    if (typeof each === 'string' && HOST.test(each)) continue;
    yield wrong(
      `${place}.host`,
      `${formatValue(each)} is no host name`,
      'Write it in lower case; *.example.com for all below',
    );
  }
  if (methods !== undefined && (!Array.isArray(methods) || methods.length === 0 || !methods.every(isToken)))
    yield wrong(`${place}.methods`, `It is ${formatValue(methods)}`, "Give a list such as ['POST', 'PUT']");
  else if (isHeadAlone(methods)) yield issueOfHead('ORIEL_SECURITY_FIREWALL', `${place}.methods`);
  yield* wrongAuthenticators(authenticators, place);
  if (anonymous !== undefined && typeof anonymous !== 'boolean')
    yield wrong(`${place}.anonymous`, `It is ${formatValue(anonymous)}`, 'Say true or false');
  if (Array.isArray(authenticators) && authenticators.length === 0 && anonymous !== true) {
    const fix = 'Add authenticators, or anonymous: true when it protects nothing';
    yield wrong(place, 'Nobody could ever pass: it has no authenticators and no anonymous requests', fix);
  }
}

function* wrongAuthenticators(authenticators: unknown, place: string): Generator<ConfigIssue> {
  if (!Array.isArray(authenticators))
    return yield wrong(
      `${place}.authenticators`,
      `It is ${formatValue(authenticators)}`,
      'Give a list, such as [basic()]',
    );
  const names = new Set<unknown>();
  for (const [index, each] of authenticators.entries()) {
    const at = `${place}.authenticators[${index}]`;
    const { name, authenticate } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '' || typeof authenticate !== 'function')
      yield wrong(
        at,
        `It is ${formatValue(each)}`,
        'Give { name, authenticate(context) { … } }, or what bearer() gives',
      );
    else if (names.has(name))
      yield wrong(
        at,
        `There is another "${name}" here, and only the first would be asked`,
        'Give it a name of its own',
      );
    names.add(name);
    for (const { reason, fix } of flawsOf(each)) yield wrong(`${at} "${String(name)}"`, reason, fix);
  }
}

function flawsOf(authenticator: unknown): readonly AuthenticatorIssue[] {
  return (authenticator as Authenticator | null)?.issues ?? [];
}

/** What is wrong with firewalls among each other: one that is never asked, and requests that belong to none. */
export function* validateFirewallOrder(firewalls: readonly FirewallDefinition[]): Generator<ConfigIssue> {
  for (const [index, firewall] of firewalls.entries()) {
    const place = placeOf(firewall, index);
    const earlier = firewalls.slice(0, index);
    if (earlier.some(({ name }) => name === firewall.name))
      yield wrong(place, `There is another firewall "${firewall.name}"`, 'Give each a name of its own');
    const hiding = earlier.find((each) => hides(each, firewall));
    if (hiding === undefined) continue;
    const reason = `It is never asked: "${hiding.name}" covers all of it, and the first that covers a request decides`;
    yield wrong(place, reason, `Put it before "${hiding.name}", or leave it out`);
  }
  const last = firewalls.at(-1);
  if (!last || (last.path === undefined && last.host === undefined && last.methods === undefined)) return;
  const reason = 'Requests that no firewall covers: nobody has said whether anonymous ones may pass';
  const fix = "End with one that covers the rest, such as { name: 'rest', anonymous: true }";
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

function wrong(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_SECURITY_FIREWALL', place, reason, fix);
}

function isToken(method: unknown): boolean {
  return typeof method === 'string' && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method);
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
const EXAMPLE = "Write { name: 'api', path: '/api', authenticators: [bearer({ … })] }";
// A percent sign would never match, because paths are compared decoded; braces and stars would be taken literally.
const PLAIN_PATH = /^\/(?!\/)[^%{}*?#\s]*$/;
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$|^\[[0-9a-f:.]+\]$/;
