import { didYouMean } from 'oriel-core/http';
import { FINDING_CODES } from '../../../profile/finding-codes.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { ProfileQuery, QueryTerm } from '../../../store/search/profile-query.ts';
import { parseQueryText, quoteQueryValue } from '../../../store/search/query-language.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/** A search that may be what a person meant, and the number of profiles it finds. */
export interface SuggestedSearch {
  readonly terms: readonly QueryTerm[];
  /** What differs from the search without results: a term to write instead, or one to leave out. */
  readonly change: { readonly index: number; readonly instead: string | undefined };
  readonly count: number;
  readonly exact: boolean;
}

/**
 * Returns searches that find something, for one that finds nothing: other meanings of its words, and the search without one of its
 * terms. Each is a search of its own, so that their number is limited.
 */
export async function suggestSearches(
  storage: ProfileStorage,
  { terms }: Pick<ProfileQuery, 'terms'>,
): Promise<readonly SuggestedSearch[]> {
  const { rows } = await storage.find({ ...DEFAULT_QUERY, limit: MAX_ROWS });
  const words = [...new Set(rows.flatMap(({ path }) => path.split(/[/.]/)))].filter((word) => word.length > 2);
  const changes = [
    ...terms.flatMap((term, index) => listSimilarPaths(term, words).map((instead) => ({ index, instead }))),
    ...terms.flatMap((term, index) => listMeanings(term).map((instead) => ({ index, instead }))),
    ...(terms.length > 1 ? terms.map((_, index) => ({ index, instead: undefined })) : []),
  ].slice(0, MAX_SEARCHES);
  const found: SuggestedSearch[] = [];
  for (const change of changes) {
    const changed = changeTerms(terms, change);
    if (changed === undefined) continue;
    const { matched } = await storage.find({ ...DEFAULT_QUERY, terms: changed, limit: 1 });
    if (matched.count > 0) found.push({ terms: changed, change, count: matched.count, exact: matched.exact });
  }
  return found;
}

// What is not found in one place may be in another.
const OTHER_FIELDS: Partial<Record<QueryTerm['field'], string>> = {
  path: 'text:',
  url: 'text:',
  route: 'path:~',
  exception: 'text:',
  user: 'text:',
  param: 'sql:',
  sql: 'text:',
  body: 'text:',
  log: 'text:',
  header: 'text:',
};

/** Returns how else a term can be read: a word without a field as the value of one, and a value in another field. */
export function listMeanings({ field, value, negated, text = '' }: QueryTerm): readonly string[] {
  if (negated) return [];
  if (/^[A-Za-z][\w.-]*:(?!\/\/)/.test(text)) {
    const other = OTHER_FIELDS[field];
    return typeof value === 'string' && other !== undefined ? [`${other}${quoteQueryValue(value)}`] : [];
  }
  const word = text.replace(/^"(.*)"$/s, '$1');
  const quoted = quoteQueryValue(word.slice(0, MAX_WORD));
  const code = didYouMean(word.toLowerCase().replaceAll(' ', '-'), FINDING_CODES);
  return [
    ...(/^[1-5]\d\d$/.test(word) ? [`status:${word}`] : []),
    ...(/^(?:delete|get|head|options|patch|post|put)$/i.test(word) ? [`method:${word.toLowerCase()}`] : []),
    ...(code === undefined ? [] : [`finding:${code}`]),
    ...(field === 'any' ? [] : [`url:${quoted}`]),
    `exception:${quoted}`,
    `route:~${quoted}`,
    `app:${quoted}`,
    `user:${quoted}`,
    `param:~${quoted}`,
    `text:${quoted}`,
  ];
}

function listSimilarPaths({ field, value, negated }: QueryTerm, words: readonly string[]): readonly string[] {
  if (negated || (field !== 'any' && field !== 'path' && field !== 'url')) return [];
  const similar = didYouMean(String(value).split('/').at(-1)!.slice(0, MAX_WORD), words);
  return similar === undefined ? [] : [`path:~${quoteQueryValue(similar)}`];
}

const MAX_ROWS = 500;
const MAX_SEARCHES = 16;
const MAX_WORD = 200;

function changeTerms(
  terms: readonly QueryTerm[],
  { index, instead }: SuggestedSearch['change'],
): readonly QueryTerm[] | undefined {
  if (instead === undefined) return terms.filter((_, termIndex) => termIndex !== index);
  const parsed = parseQueryText(instead);
  return 'terms' in parsed ? terms.toSpliced(index, 1, ...parsed.terms) : undefined;
}
