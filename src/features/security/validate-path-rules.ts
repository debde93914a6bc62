import { matchesHostPattern } from '../../core/http/authority.ts';
import { findRuleIssue } from '../../core/http/rule-issue.ts';

import type { PathRule } from './path-rules.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { coversMethods, isHeadAlone, issueOfHead } from './validate-methods.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** What is wrong with one rule about a path. */
export function* validatePathRule(rule: PathRule, index: number): Generator<ConfigIssue> {
  const place = `security.access[${index}]`;
  if (typeof rule !== 'object' || rule === null)
    return yield wrong(place, `It is ${formatValue(rule)}`, "Write { path: '/admin', allow: 'role:admin' }");
  yield* validateUnknownKeys(rule, ['path', 'methods', 'hosts', 'allow'], `${place}.`);
  const { path, methods, hosts, allow } = rule;
  if (typeof path !== 'string' || !PLAIN_PATH.test(path))
    yield wrong(
      `${place}.path`,
      `${formatValue(path)} begins no path`,
      'Write it decoded and without patterns, such as /api',
    );
  if (methods !== undefined && !(isListOfTexts(methods) && methods.every((each) => METHOD.test(each))))
    yield wrong(`${place}.methods`, `It is ${formatValue(methods)}`, "Give a list such as ['POST', 'PUT']");
  else if (isHeadAlone(methods)) yield issueOfHead('ORIEL_ACCESS_PATH', `${place}.methods`);
  if (hosts !== undefined && !(isListOfTexts(hosts) && hosts.every((each) => HOST.test(each))))
    yield wrong(`${place}.hosts`, `It is ${formatValue(hosts)}`, "Give names in lower case, such as ['*.example.com']");
  const flaw = allow === undefined ? undefined : findRuleIssue(allow);
  if (allow === undefined) yield wrong(`${place}.allow`, 'It does not say who may', "Say allow: 'user', or a role");
  else if (flaw) yield issue('ORIEL_ACCESS_RULE', `${place}.allow`, ...flaw);
}

/** Rules that never decide anything, because an earlier one covers all that they cover. */
export function* unreachable(rules: readonly PathRule[]): Generator<ConfigIssue> {
  for (const [index, rule] of rules.entries()) {
    const earlier = rules.findIndex((each, at) => at < index && covers(each, rule));
    if (earlier < 0) continue;
    const reason = `It never decides: security.access[${earlier}] covers all of it, and the first that covers a request counts`;
    yield issue(
      'ORIEL_ACCESS_UNREACHABLE',
      `security.access[${index}]`,
      reason,
      'Put it before that one, or take it away',
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

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function wrong(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_ACCESS_PATH', place, reason, fix);
}

// Paths are compared decoded, so a percent sign would never match; braces and stars would be taken literally.
const PLAIN_PATH = /^\/(?!\/)[^%{}*?#\s]*$/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$|^\[[0-9a-f:.]+\]$/;
