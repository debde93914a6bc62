import type { QueryTerm } from '../../../store/search/profile-query.ts';
import { writeTerm } from '../../../store/search/query-parameters.ts';

/** How a word without a field was read, and the term that searches URLs for it instead. */
export interface Reading {
  readonly word: string;
  readonly meaning: string;
  readonly literal: QueryTerm;
}

/** Returns how a word without a field was read; undefined if URLs are searched for it, or if the term has a field. */
export function describeReading(term: QueryTerm): Reading | undefined {
  const { text, negated, field } = term;
  const word = text?.replace(/^-/, '');
  if (word === undefined || field === 'any' || word.includes(':')) return undefined;
  const literal = `${negated ? '-' : ''}"${word}"`;
  return {
    word,
    meaning: writeTerm({ ...term, negated: false, text: undefined }),
    literal: { field: 'any', operator: 'contains', value: word, negated, text: literal },
  };
}
