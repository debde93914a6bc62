import { isToken } from 'oriel-core/http';
import { expandSafeMethods } from '../../http/methods.ts';
import { formatValue, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Validates the methods of a firewall or a path rule. @param code of its issues, such as `ORIEL_ACCESS_PATH` */
export function* validateMethods(methods: unknown, code: string, place: string): Generator<ConfigIssue> {
  if (methods === undefined) return;
  if (!Array.isArray(methods) || methods.length === 0 || !methods.every(isMethod))
    yield issue(code, place, `It is ${formatValue(methods)}`, "Use an array such as ['POST', 'PUT']");
  else if (isHeadAlone(methods)) yield issueOfHead(code, place);
}

/** Returns whether a rule for the methods `wide` applies to every request that one for `narrow` applies to. */
export function coversMethods(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const covered = expandSafeMethods(namesIn(wide));
  return [...expandSafeMethods(namesIn(narrow))].every((method) => covered.has(method));
}

function isMethod(value: unknown): value is string {
  return typeof value === 'string' && isToken(value);
}

// HEAD without GET or QUERY can be circumvented with these.
function isHeadAlone(methods: readonly string[]): boolean {
  const covered = expandSafeMethods(methods);
  return covered.has('HEAD') && !covered.has('GET');
}

function issueOfHead(code: string, place: string): ConfigIssue {
  const reason = 'It lists HEAD without GET, which returns the same headers and also the data';
  return issue(code, place, reason, 'List GET, which includes every other safe method, such as HEAD and QUERY');
}

// Invalid lists are reported elsewhere.
function namesIn(methods: unknown): readonly string[] {
  return [methods].flat().map(String);
}
