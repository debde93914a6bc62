/**
 * Returns a name for search: in lower case, without accents and apostrophes, with special letters replaced. `Łódź` and
 * `lodz` fold to the same text.
 */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'‘’ʻʼ`]/gu, '')
    .replace(/[^\x20-\x7e]/g, (letter) => REPLACEMENTS[letter] ?? letter)
    .trim();
}

// Letters of the names of cities and countries that Unicode normalization does not decompose.
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ə: 'a',
};
