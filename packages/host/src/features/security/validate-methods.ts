import { isToken } from 'oriel-core/http';
import { expandSafeMethods } from '../../http/methods.ts';
import { issue, list, text } from 'oriel-core/configuration';
import type { ConfigIssue, Setting } from 'oriel-core/configuration';

/** The methods of a firewall or a path rule. @param code of its issues, such as `ORIEL_ACCESS_PATH` */
export function methodList(code: string): Setting<readonly string[], false> {
  return list(text({ matches: isToken, code, fix: METHODS }), {
    minimum: 1,
    code,
    fix: METHODS,
    validate: (methods: readonly unknown[], place) => validateHead(methods.map(String), code, place),
  });
}

const METHODS = "Use an array such as ['POST', 'PUT']";

/** Returns whether a rule for the methods `wide` applies to every request that one for `narrow` applies to. */
export function coversMethods(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const covered = expandSafeMethods(namesIn(wide));
  return [...expandSafeMethods(namesIn(narrow))].every((method) => covered.has(method));
}

// HEAD without GET or QUERY can be circumvented with these.
function* validateHead(methods: readonly string[], code: string, place: string): Generator<ConfigIssue> {
  const covered = expandSafeMethods(methods);
  if (!covered.has('HEAD') || covered.has('GET')) return;
  const reason = 'It lists HEAD without GET, which returns the same headers and also the data';
  yield issue(code, place, reason, 'List GET, which includes every other safe method, such as HEAD and QUERY');
}

// Invalid lists are reported elsewhere.
function namesIn(methods: unknown): readonly string[] {
  return [methods].flat().map(String);
}
