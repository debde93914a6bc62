import { Memo } from './memo.ts';

/** Limits of {@link memoizeText}. */
export interface TextMemoLimits {
  /** Maximum number of texts whose results are kept. */
  readonly entries: number;
  /** Maximum length of these texts; results of longer ones are not kept. */
  readonly length: number;
}

/**
 * Returns a function that keeps the results of another one, for texts that requests repeat. The limits keep clients from
 * filling the memory with texts that they choose.
 *
 * @param compute must return the same result for the same text
 *
 * @example
 * ```ts
 * import { memoizeText } from './memoize-text.ts';
 * const trimmed = memoizeText((text) => text.trim(), { entries: 100, length: 50 });
 * trimmed(' amber '); // => 'amber'
 * ```
 */
export function memoizeText<Value extends {} | null>(
  compute: (text: string) => Value,
  { entries, length }: TextMemoLimits,
): (text: string) => Value {
  const memo = new Memo<Value>(entries);
  return (text) => {
    const known = memo.get(text);
    if (known !== undefined) return known;
    const value = compute(text);
    if (text.length <= length) memo.set(text, value);
    return value;
  };
}
