/** Returns the singular of an English plural: `city` for `cities`, `box` for `boxes`, `news` for `news`. */
export function toSingular(name: string): string {
  if (UNCHANGED.test(name)) return name;
  for (const [ending, replacement] of ENDINGS) if (ending.test(name)) return name.replace(ending, replacement);
  return name;
}

const UNCHANGED = /(?:^|[-_])(?:news|sms|series|species)$/i;
const ENDINGS: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/people$/, 'person'],
  [/children$/, 'child'],
  [/(?<=(?:^|[-_])(?:mov|cook|t|p|l)ie)s$/, ''],
  [/ies$/, 'y'],
  // "caches" is "cache" with one letter; "boxes", "addresses", "batches" and "statuses" have two more.
  [/(?<=ss|x|sh|(?<!ca|ni|a)ch|(?:stat|vir|bon|camp|b)us)es$/, ''],
  [/(?<=[^s])s$/, ''],
];
