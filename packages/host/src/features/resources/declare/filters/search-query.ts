import { foldCase } from './operand.ts';

/** The alternatives of a search. A text matches if it matches all terms of one of them. */
export type SearchQuery = readonly (readonly SearchTerm[])[];

/** Words that occur next to each other, or that do not. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly excluded: boolean;
}

/** Parses a search: words, `"a phrase"`, `-excluded` and `or`. Returns the alternatives; none without words. */
export function parseSearch(text: string): SearchQuery {
  const alternatives: SearchTerm[][] = [[]];
  let isAfterTerm = false;
  for (const [chunk, minus, phrase, plain = ''] of text.toWellFormed().matchAll(CHUNKS)) {
    if (isAfterTerm && chunk.toLowerCase() === 'or') {
      alternatives.push([]);
      isAfterTerm = false;
      continue;
    }
    const words = getWords(phrase ?? plain);
    if (words.length === 0) continue;
    alternatives.at(-1)!.push({ words, excluded: minus !== '' });
    isAfterTerm = true;
  }
  return alternatives.filter((terms) => terms.length > 0);
}

/** Returns how often texts contain the terms of a search, to sort by relevance. */
export function countMatches(query: SearchQuery, texts: readonly unknown[]): number {
  const found = wordsIn(texts);
  const wanted = query.flat().filter(({ excluded }) => !excluded);
  return wanted.reduce((sum, { words }) => sum + found.split(` ${words.join(' ')} `).length - 1, 0);
}

/** Returns whether texts match a search. The words of a phrase are in one of them. */
export function matchesSearch(query: SearchQuery, texts: readonly unknown[]): boolean {
  const found = wordsIn(texts);
  return query.some((terms) =>
    terms.every(({ words, excluded }) => found.includes(` ${words.join(' ')} `) !== excluded),
  );
}

/** Returns the number of words in a search. */
export function countWords(query: SearchQuery): number {
  return query.flat().reduce((sum, { words }) => sum + words.length, 0);
}

// An unclosed quotation mark begins a phrase up to the end of the text.
const CHUNKS = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;
// Letters and digits with their accents, as in the tokenizer unicode61 of SQLite.
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

// Two spaces separate texts, so that no phrase begins in one and ends in another.
function wordsIn(texts: readonly unknown[]): string {
  return texts.map((text) => (typeof text === 'string' ? ` ${getWords(text).join(' ')} ` : '')).join('');
}

function getWords(text: string): string[] {
  return foldCase(text).match(WORDS) ?? [];
}
