import type { ProfileData, ProfileSummary } from '../../profile/profile.ts';
import type { ProfileQuery, QueryField, QueryTerm } from './profile-query.ts';
import { dataTexts, lowerAscii } from './query-match-data.ts';

export type Matches = (summary: ProfileSummary, data: ProfileData | undefined) => boolean;

/**
 * Creates a function that tests profiles against a query. Without the data of a profile, terms that require it do not
 * match, whether negated or not.
 *
 * @example
 * ```ts
 * import { DEFAULT_QUERY } from './profile-query.ts';
 * import { matchesProfile } from './query-match.ts';
 * const slow = matchesProfile({ ...DEFAULT_QUERY, terms: [{ field: 'duration', operator: 'more-than', value: 200, negated: false }] });
 * slow({ duration: 250 } as never, undefined); // => true
 * ```
 */
export function matchesProfile({ terms }: Pick<ProfileQuery, 'terms'>): Matches {
  // Terms on the summary are cheaper, so they are tested first.
  const ordered = [...terms.filter((term) => !needsData(term)), ...terms.filter(needsData)].map(createTermTest);
  return (summary, data) => ordered.every((matches) => matches(summary, data));
}

/** Whether a term requires the data of a profile, not only its summary. */
export function needsData(term: Pick<QueryTerm, 'field' | 'operator'>): boolean {
  const { field } = term;
  return DATA_FIELDS.has(field) || (field === 'log' && !isMinimumLevel(term));
}

const DATA_FIELDS: ReadonlySet<QueryField> = new Set(['header', 'body', 'sql', 'param', 'user', 'text']);

/** Whether a term finds profiles with a warning or a record of a higher level, which the counts of the summary show. */
export function isMinimumLevel({ field, operator }: Pick<QueryTerm, 'field' | 'operator'>): boolean {
  return field === 'log' && operator === 'at-least';
}

function createTermTest(term: QueryTerm): Matches {
  const { field, negated } = term;
  if (needsData(term)) {
    const matches = textTest(term);
    return (_summary, data) => data !== undefined && dataTexts(data, term).some(matches) !== negated;
  }
  if (isMinimumLevel(term)) return ({ warnings, errors }) => warnings + errors > 0 !== negated;
  if (field === 'failed') return ({ status, errors }) => (status >= 500 || errors > 0) !== negated;
  const name = getSummaryName(field) as keyof ProfileSummary;
  const matches = field === 'finding' || typeof term.value === 'string' ? textsTest(term) : numberTest(term);
  return (summary) => matches(summary[name]) !== negated;
}

/** Returns the member of a summary that has the value of a field. */
export function getSummaryName(field: QueryField): string {
  return field === 'any' ? 'url' : field === 'finding' ? 'findings' : field;
}

function textsTest(term: QueryTerm): (value: unknown) => boolean {
  const matches = textTest(term);
  return (value) =>
    Array.isArray(value)
      ? value.some((element) => matches(String(element)))
      : value !== undefined && value !== null && matches(String(value));
}

function textTest({ field, operator, value }: QueryTerm): (text: string) => boolean {
  // Names are case-sensitive.
  if (operator === 'is' && (field === 'method' || field === 'route' || field === 'boot'))
    return (text) => text === value;
  const wanted = lowerAscii(String(value));
  if (operator === 'is') return (text) => text.length === wanted.length && lowerAscii(text) === wanted;
  if (operator === 'contains' && wanted === '') return (text) => text !== '';
  const forms = writeForms(field, wanted);
  if (operator === 'starts') return (text) => forms.some((start) => lowerAscii(text.slice(0, start.length)) === start);
  return (text) => {
    const lower = lowerAscii(text);
    return forms.some((form) => lower.includes(form));
  };
}

function numberTest({ operator, value, to }: QueryTerm): (value: unknown) => boolean {
  const wanted = Number(value);
  const end = to ?? wanted;
  if (operator === 'at-least') return (found) => Number(found) >= wanted;
  if (operator === 'at-most') return (found) => Number(found) <= wanted;
  if (operator === 'more-than') return (found) => Number(found) > wanted;
  if (operator === 'less-than') return (found) => Number(found) < wanted;
  if (operator === 'between') return (found) => Number(found) >= wanted && Number(found) <= end;
  return (found) => Number(found) === wanted;
}

/**
 * Returns the texts that a field is compared with: the wanted one, and for a URL or a part of it also its encoded form, such as
 * `k%c3%b6ln` for `köln`.
 */
export function writeForms(field: QueryField, wanted: string): readonly string[] {
  if (field !== 'any' && field !== 'url' && field !== 'path') return [wanted];
  const encoded = lowerAscii(encodeURI(wanted.toWellFormed()).replaceAll('%25', '%'));
  return encoded === wanted ? [wanted] : [wanted, encoded];
}
