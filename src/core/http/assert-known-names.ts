import { didYouMean } from './did-you-mean.ts';

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
