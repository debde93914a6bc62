import type { ProfileData, ProfileSummary } from '../profile.ts';
import type { ProfileQuery, QueryField, QueryTerm } from './profile-query.ts';
import { dataTexts } from './query-match-data.ts';

export type Matches = (summary: ProfileSummary, data: ProfileData | undefined) => boolean;

/**
 * Makes the question whether a profile is what a query looks for. Without the data, terms that need it do not hold,
 * negated or not: what nobody has read nobody can vouch for.
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
  // What is in the summary is asked first: it is at hand.
  const ordered = [...terms.filter((term) => !needsData(term)), ...terms.filter(needsData)].map(question);
  return (summary, data) => ordered.every((holds) => holds(summary, data));
}

/** Can only the data of a profile answer it? */
export function needsData({ field }: Pick<QueryTerm, 'field'>): boolean {
  return field === 'header' || field === 'body' || field === 'log' || field === 'sql';
}

/** A–Z in lower case and nothing else, which is how SQLite compares. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function question(term: QueryTerm): Matches {
  const { field, negated } = term;
  if (needsData(term)) {
    const holds = textTest(term);
    return (_summary, data) => data !== undefined && dataTexts(data, term).some(holds) !== negated;
  }
  const column = COLUMNS[field] ?? (field as keyof ProfileSummary);
  const holds = field === 'finding' || typeof term.value === 'string' ? textsTest(term) : numberTest(term);
  return (summary) => holds(summary[column]) !== negated;
}

const COLUMNS: Partial<Record<QueryField, keyof ProfileSummary>> = { any: 'url', finding: 'findings' };

function textsTest(term: QueryTerm): (value: unknown) => boolean {
  const holds = textTest(term);
  return (value) =>
    Array.isArray(value)
      ? value.some((each) => holds(String(each)))
      : value !== undefined && value !== null && holds(String(value));
}

function textTest({ field, operator, value }: QueryTerm): (text: string) => boolean {
  // Names are compared as they are.
  if (operator === 'is' && (field === 'method' || field === 'route' || field === 'boot'))
    return (text) => text === value;
  const wanted = lowerAscii(String(value));
  if (operator === 'is') return (text) => text.length === wanted.length && lowerAscii(text) === wanted;
  if (operator === 'starts') return (text) => lowerAscii(text.slice(0, wanted.length)) === wanted;
  return (text) => lowerAscii(text).includes(wanted);
}

function numberTest({ operator, value, to }: QueryTerm): (value: unknown) => boolean {
  const wanted = Number(value);
  const end = to ?? wanted;
  return (found) => {
    const number = Number(found);
    switch (operator) {
      case 'at-least':
        return number >= wanted;
      case 'at-most':
        return number <= wanted;
      case 'more-than':
        return number > wanted;
      case 'less-than':
        return number < wanted;
      case 'between':
        return number >= wanted && number <= end;
      default:
        return number === wanted;
    }
  };
}
