import { expandSafeMethods } from '../../core/http/methods.ts';
import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Whether a rule for the methods `wide` applies to every request that one for `narrow` applies to. */
export function coversMethods(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const covered = expandSafeMethods(namesIn(wide));
  return [...expandSafeMethods(namesIn(narrow))].every((method) => covered.has(method));
}

/** Whether a rule names HEAD but neither GET nor QUERY, which it can be read around with. */
export function isHeadAlone(methods: readonly string[] | undefined): boolean {
  const covered = expandSafeMethods(methods ?? []);
  return covered.has('HEAD') && !covered.has('GET');
}

/** The issue of a rule that names HEAD alone. @param code of the rule, such as `ORIEL_ACCESS_PATH` */
export function issueOfHead(code: string, place: string): ConfigIssue {
  const reason = 'It names HEAD without GET, which returns the same headers and the data as well';
  return issue(code, place, reason, 'Name GET: it includes every other safe method, such as HEAD and QUERY');
}

// Lists that are wrong are reported elsewhere.
function namesIn(methods: unknown): readonly string[] {
  return [methods].flat().map(String);
}
