import type { QueryTerm } from './profile-query.ts';

type Condition = Pick<QueryTerm, 'field' | 'operator' | 'value'> & Pick<QueryTerm, 'to'>;

/**
 * Returns the condition that a person means by a word without a field: a status, a method, `error`, or an e-mail address.
 * Returns undefined for other words, which are searched for in URLs. A word in quotation marks is always searched for there.
 *
 * @example
 * ```ts
 * import { interpretWord } from './interpret-word.ts';
 * interpretWord('POST'); // => { field: 'method', operator: 'is', value: 'POST' }
 * interpretWord('orders'); // => undefined
 * ```
 */
export function interpretWord(word: string): Condition | undefined {
  if (/^[1-5]\d\d$/.test(word)) return { field: 'status', operator: 'is', value: Number(word) };
  if (/^[1-5]xx$/i.test(word)) {
    const from = Number(word[0]) * 100;
    return { field: 'status', operator: 'between', value: from, to: from + 99 };
  }
  if (METHODS.has(word)) return { field: 'method', operator: 'is', value: word };
  if (/^errors?$/i.test(word)) return { field: 'failed', operator: 'is', value: true };
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(word)) return { field: 'text', operator: 'contains', value: word };
  return undefined;
}

// In capital letters only: `get` and `post` are more often a part of a path.
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
