import { didYouMean } from './did-you-mean.ts';

/**
 * Refuses names that nothing reads, which are likely misspelt.
 * @param names such as the keys of an options object
 * @param known the names there are
 * @param what what the names are: `option of sqlStore`
 * @throws {TypeError} naming the first unknown name, and the known one that was probably meant
 */
export function refuseUnknown(names: Iterable<string>, known: readonly string[], what: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
    throw new TypeError(`Unknown ${what} ${JSON.stringify(name)}; ${hint}`);
  }
}
