import { BacktrackingMatcher } from '../matching/backtracking-matcher.ts';
import { CharacterClass } from '../matching/character-class.ts';
import { hasNestedRepetition } from '../matching/pattern-analysis.ts';
import { PatternError, sequence } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import { PcreError } from '../matching/pcre-classes.ts';
import { parsePcre } from '../matching/pcre-parser.ts';
import type { PcreOptions } from '../matching/pcre-parser.ts';
import { compileProgram } from '../matching/program-compiler.ts';
import { RouteDefinitionError } from './errors.ts';
import { percentEncode } from './percent-encoding.ts';
import { decodePathToBytes } from './request-path.ts';

/**
 * Brings a requirement to its plain text: anchors fall away, because a parameter is always matched whole.
 *
 * Throws a `RouteDefinitionError` when nothing is left or when a `RegExp` carries flags that have no meaning here.
 */
export function normalizeRequirement(route: string, parameter: string, requirement: string | RegExp): string {
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
export function removeCaptures(source: string): string {
  return source.replace(/\\[^]|\((?![*?])(?=[^][^])/g, (found) => (found === '(' ? '(?:' : found));
}

/** Puts a backslash before every character that means something in a requirement. */
export function escapePattern(value: string): string {
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

/**
 * Checks a value for a URL against its requirement, as forgivingly as the reference router does: case does not count,
 * look-arounds are ignored, and a line feed at the end is overlooked.
 *
 * The bars of `a|b` are not put in a group, so the first option only has to begin the value and the last only to end it.
 */
export function createRequirementTest(requirement: string, utf8: boolean): (value: string) => boolean {
  const pattern = withoutLooks(parsePcre(requirement, { utf8, ignoreCase: true, dotAll: false }));
  const matcher = new BacktrackingMatcher(compileProgram(anchored(pattern)));
  return (value) => matcher.match(utf8 ? value : decodePathToBytes(percentEncode(value)), 0, noSlots) >= 0;
}

const noSlots = new Int32Array(0);
const anything: Pattern = {
  kind: 'repeat',
  item: { kind: 'class', set: CharacterClass.any },
  min: 0,
  max: Infinity,
  greedy: false,
};
const end: Pattern = { kind: 'assert', at: 'end-or-newline' };

function anchored(pattern: Pattern): Pattern {
  if (pattern.kind !== 'choice') return sequence(pattern, end);
  const last = pattern.options.length - 1;
  const options = pattern.options.map((option, index) =>
    index === 0 ? option : index === last ? sequence(anything, option, end) : sequence(anything, option),
  );
  return { kind: 'choice', options };
}

function withoutLooks(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'look':
      return sequence();
    case 'sequence':
      return { kind: 'sequence', items: pattern.items.map(withoutLooks) };
    case 'choice':
      return { kind: 'choice', options: pattern.options.map(withoutLooks) };
    case 'repeat':
    case 'atomic':
    case 'capture':
      return { ...pattern, item: withoutLooks(pattern.item) };
    default:
      return pattern;
  }
}
