import type { QueryField, QueryTerm } from './profile-query.ts';
import { parseQueryText } from './query-language.ts';
import { nameOfField } from './query-fields.ts';

/** The searches of `keep`: a profile is kept if it matches all terms of one of them. */
export type KeepSearches = readonly (readonly QueryTerm[])[];

/**
 * Parses the searches that select the profiles to keep.
 *
 * @throws {SyntaxError} if a search is invalid, or has a field that a profile does not have when it is created
 *
 * @example
 * ```ts
 * import { parseKeepSearches } from './keep-searches.ts';
 * parseKeepSearches(['status:>=400', 'dur:>250 method:get']).length; // => 2
 * ```
 */
export function parseKeepSearches(searches: readonly string[]): KeepSearches {
  return searches.map((search) => {
    const parsed = parse(search);
    if ('problem' in parsed) throw new SyntaxError(`Invalid search "${search}": ${parsed.problem}`);
    return parsed.terms;
  });
}

/** Returns what is wrong with a search of `keep`; undefined if it is valid. */
export function describeKeepIssue(search: string): string | undefined {
  const parsed = parse(search);
  return 'problem' in parsed ? parsed.problem : undefined;
}

// The decision is made once, when the request has completed.
const LATER: ReadonlySet<QueryField> = new Set(['time', 'token', 'pinned', 'note', 'boot', 'machine']);

function parse(search: string): { readonly terms: readonly QueryTerm[] } | { readonly problem: string } {
  const parsed = parseQueryText(search);
  if ('issues' in parsed) {
    const [{ message, suggestion } = { message: 'it is invalid' }] = parsed.issues;
    return { problem: suggestion === undefined ? message : `${message}; did you mean "${suggestion}"?` };
  }
  if (parsed.terms.length === 0) return { problem: 'it has no terms' };
  const later = parsed.terms.find(({ field }) => LATER.has(field));
  return later === undefined ? parsed : { problem: `"${nameOfField(later.field)}" cannot select the profiles to keep` };
}
