/** Returns words with `a` or `an`, depending on the sound of the first one: `an Author`, `a user`, `an hour`, `an SQL query`. */
export function withArticle(words: string): string {
  return `${startsWithVowelSound(words) ? 'an' : 'a'} ${words}`;
}

function startsWithVowelSound(words: string): boolean {
  const first = /^\S*/.exec(words)![0];
  // The letters of an abbreviation are spoken by their names: "an HTTP route", "a URL".
  if (/^[A-Z\d]{2,}$/.test(first) || /^[^aeiouy]+$/i.test(first)) return /^[AEFHILMNORSX8]/i.test(first);
  if (/^(?:u|url|uri|urn|ufo|uuid|ukulele)s?$/i.test(first)) return false;
  if (/^(?:hour|honou?r|honest|heir)/i.test(first)) return true;
  // "uninvited", "unimportant" and "unidentified" are the words in "uni" that are not spoken like "unit".
  if (/^uni/i.test(first)) return /^uni(?:n|m|dent)/i.test(first);
  return /^[aeiou]/i.test(first) && !/^(?:use|usu|ut[ie]|ubi|eu|ewe|once|one(?![a-z]))/i.test(first);
}
