/**
 * Returns the word in `known` that is most similar to `word`, if one is similar enough. Long words are not compared.
 *
 * @example
 * ```ts
 * import { didYouMean } from './did-you-mean.ts';
 * didYouMean('contry', ['country', 'city']); // => 'country'
 * ```
 */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of known.slice(0, MAX_COMPARED)) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

const LONGEST = 64;
const MAX_COMPARED = 500;

// Levenshtein with three rows: a transposition of two letters, the most common typing error, counts as one.
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edited = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      row.push(swapped ? Math.min(edited, before[j - 2]! + 1) : edited);
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
}

/**
 * Rejects unknown names and suggests the most similar known name.
 * @param names such as the keys of an options object
 * @param known the allowed names
 * @param what the kind of name, for the message: `option of sqlStore`
 * @throws {TypeError} with the first unknown name and a suggestion
 */
export function assertKnownNames(names: Iterable<string>, known: readonly string[], what: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
    throw new TypeError(`Unknown ${what} ${JSON.stringify(name)}; ${hint}`);
  }
}
