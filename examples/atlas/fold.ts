/**
 * A name as people type it into a search box: lower case, without accents and apostrophes, with Latin letters spelt
 * out. `Łódź` and `lodz` fold to the same.
 */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'‘’ʻʼ`]/gu, '')
    .replace(/[^\x20-\x7e]/g, (letter) => SPELT[letter] ?? letter)
    .trim();
}

// Letters that Unicode does not take apart, as far as the names of cities and countries use them.
const SPELT: Readonly<Record<string, string>> = {
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
