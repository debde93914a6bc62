/** `a Book`, `an Author`. */
export function withArticle(type: string): string {
  return `${/^[AEIOU]/i.test(type) ? 'an' : 'a'} ${type}`;
}
