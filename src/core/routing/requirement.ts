import { PatternError } from '../matching/pattern.ts';
import { RouteDefinitionError } from './errors.ts';
import { hasNestedRepetition } from '../matching/pattern-analysis.ts';
import { PcreError } from '../matching/pcre-classes.ts';
import { parsePcre } from '../matching/pcre-parser.ts';
import type { PcreOptions } from '../matching/pcre-parser.ts';
import type { Pattern } from '../matching/pattern.ts';

/**
 * Brings a requirement to its plain text: anchors fall away, because a parameter is always matched whole.
 *
 * Throws a `RouteDefinitionError` when nothing is left or when a `RegExp` carries flags that have no meaning here.
 */
export function normaliseRequirement(route: string, parameter: string, requirement: string | RegExp): string {
  let source = typeof requirement === 'string' ? requirement : sourceOf(route, parameter, requirement);
  if (source.startsWith('^')) source = source.slice(1);
  else if (source.startsWith('\\A')) source = source.slice(2);
  if (source.endsWith('$')) source = source.slice(0, -1);
  else if (source.indexOf('\\z') === source.length - 2 && source.length >= 2) source = source.slice(0, -2);
  if (source === '') {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_REQUIREMENT',
      route,
      `Routing requirement for "${parameter}" cannot be empty.`,
    );
  }
  return source;
}

/** Parses a requirement for one parameter; a failure names the route, the parameter, the requirement and the fix. */
export function parseRequirement(route: string, parameter: string, source: string, options: PcreOptions): Pattern {
  const key = `${options.utf8}${options.ignoreCase}${options.dotAll}${source}`;
  const known = parsed.get(key);
  if (known) return known;
  let pattern: Pattern;
  try {
    pattern = parsePcre(source, options);
  } catch (cause) {
    if (!(cause instanceof PatternError || cause instanceof PcreError)) throw cause;
    const message = `Route "${route}" cannot use the requirement "${source}" of parameter "${parameter}": ${cause.message}`;
    throw new RouteDefinitionError('ORIEL_ROUTE_REQUIREMENT', route, message, { cause });
  }
  if (hasNestedRepetition(pattern)) {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_NESTED_REPETITION',
      route,
      `Route "${route}" nests one unbounded repetition in another in the requirement "${source}" of parameter "${parameter}"; ` +
        'repeat once ("a+" says all that "(a+)+" says), or begin every round with a separator ("[a-z]+(?:-[a-z]+)*")',
    );
  }
  parsed.set(key, pattern);
  return pattern;
}

// Routes repeat their requirements. It is filled from route tables only, so its size is that of the program.
const parsed = new Map<string, Pattern>();

/** The requirement as the reference router shows it in messages: capturing groups turned into plain ones. */
export function withoutCaptures(source: string): string {
  return source.replace(/\\[^]|\((?![*?])(?=[^][^])/g, (found) => (found === '(' ? '(?:' : found));
}

/** Puts a backslash before every character that means something in a requirement. */
export function quote(value: string): string {
  return value.replace(/[.\\+*?[^\]$(){}=!<>|:\-#]/g, '\\$&');
}

function sourceOf(route: string, parameter: string, requirement: RegExp): string {
  const unsupported = requirement.flags.replace(/[iusdg]/g, '');
  if (unsupported !== '') {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_REQUIREMENT',
      route,
      `Route "${route}" cannot use the flags "${unsupported}" in the requirement ${String(requirement)} of parameter "${parameter}"; only "i", "s" and "u" have a meaning here`,
    );
  }
  // Anchors are taken off first, because a flag group in front would hide them.
  const source = requirement.source.replace(/^\^/, '').replace(/(^|[^\\])\$$/, '$1');
  return requirement.ignoreCase && source !== '(?:)' ? `(?i)${source}` : source === '(?:)' ? '' : source;
}
