import { getAmbiguity } from '../../matching/ambiguity.ts';
import { parseRegExp } from '../../matching/parse-regexp.ts';
import type { OriginIssue } from './origin.ts';

/**
 * Returns why a regular expression could match more than it seems to: it does not match the whole origin, or has an
 * unescaped dot. Returns undefined for a safe expression.
 *
 * @example
 * ```ts
 * import { validateOriginRegExp } from './origin-regexp.ts';
 * validateOriginRegExp(/example\.com$/)?.fix; // => 'Start it with ^ and end it with $'
 * validateOriginRegExp(/^https:\/\/www.example\.com$/)?.reason; // => 'An unescaped . matches any character'
 * validateOriginRegExp(/^https:\/\/pr-\d+\.example\.com$/); // => undefined
 * ```
 */
export function validateOriginRegExp({ source, flags }: RegExp): OriginIssue | undefined {
  const refused = [...flags].find((flag) => flag !== 'i' && flag !== 'u');
  if (refused !== undefined)
    return { reason: `Its flag ${refused} changes what it matches`, fix: 'Leave the flag out' };
  const syntax = removeLiterals(source);
  if (!source.startsWith('^') || !syntax.endsWith('$'))
    return { reason: 'It matches a part of an origin', fix: 'Start it with ^ and end it with $' };
  if (hasTopLevelAlternatives(syntax)) {
    const reason = 'Only the first of its alternatives is anchored at the start, and only the last at the end';
    return { reason, fix: 'Write one expression for each, or put them into (?: )' };
  }
  if (syntax.includes('.')) {
    return {
      reason: 'An unescaped . matches any character',
      fix: String.raw`Write \. for a dot, and [a-z0-9-]+ for a part of a name`,
    };
  }
  if (!source.replaceAll('\\', '').includes('://'))
    return { reason: 'It matches no origin', fix: String.raw`Start it with ^https:\/\/` };
  if (getAmbiguity(parseRegExp(source, flags)) > 1)
    return {
      reason: 'Its repetitions can divide an origin in several ways',
      fix: 'Separate them: [a-z0-9]+(?:-[a-z0-9]+)*',
    };
  return undefined;
}

// Replaces escapes and character classes, which match themselves, so that only syntax is left.
function removeLiterals(source: string): string {
  return source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ' ');
}

function hasTopLevelAlternatives(syntax: string): boolean {
  let depth = 0;
  for (const character of syntax) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}
