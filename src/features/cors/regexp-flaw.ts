import type { Flaw } from './origin.ts';

/**
 * Why a regular expression would admit more than it seems to; undefined when it says all of an origin and means its dots.
 *
 * @example
 * ```ts
 * import { regexpFlaw } from './regexp-flaw.ts';
 * regexpFlaw(/example\.com$/)?.fix; // => 'Begin it with ^ and end it with $'
 * regexpFlaw(/^https:\/\/www.example\.com$/)?.reason; // => 'A bare . stands for any character'
 * regexpFlaw(/^https:\/\/pr-\d+\.example\.com$/); // => undefined
 * ```
 */
export function regexpFlaw({ source, flags }: RegExp): Flaw | undefined {
  const strange = [...flags].find((flag) => flag !== 'i' && flag !== 'u');
  if (strange !== undefined) return { reason: `Its flag ${strange} changes what it fits`, fix: 'Leave the flag out' };
  const seen = outsideClasses(source);
  if (!source.startsWith('^') || !seen.endsWith('$'))
    return { reason: 'It fits a part of an origin', fix: 'Begin it with ^ and end it with $' };
  if (hasOpenBar(seen)) {
    const reason = 'Of its alternatives only the first is held at the beginning, and only the last at the end';
    return { reason, fix: 'Write one pattern for each, or put them into (?: )' };
  }
  if (seen.includes('.')) {
    return {
      reason: 'A bare . stands for any character',
      fix: String.raw`Write \. for a dot, and [a-z0-9-]+ for a part of a name`,
    };
  }
  if (!source.replaceAll('\\', '').includes('://'))
    return { reason: 'No origin is like this', fix: String.raw`Begin it with ^https:\/\/` };
  return undefined;
}

// What is escaped or stands in a class means itself, so nothing of it is left to look at.
function outsideClasses(source: string): string {
  return source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ' ');
}

function hasOpenBar(seen: string): boolean {
  let depth = 0;
  for (const character of seen) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}
