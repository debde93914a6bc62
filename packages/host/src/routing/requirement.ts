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
 * Returns the source of a requirement without anchors, because parameters always match as a whole.
 *
 * @throws {RouteDefinitionError} if the requirement is empty, or if a `RegExp` has unsupported flags
 */
export function normalizeRequirement(route: string, parameter: string, requirement: string | RegExp): string {
  const source = typeof requirement === 'string' ? removeAnchors(requirement) : sourceOf(route, parameter, requirement);
  if (source === '') {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_REQUIREMENT',
      route,
      `Routing requirement for "${parameter}" cannot be empty.`,
    );
  }
  return source;
}

function removeAnchors(requirement: string): string {
  let source = requirement;
  if (source.startsWith('^')) source = source.slice(1);
  else if (source.startsWith('\\A')) source = source.slice(2);
  if (source.endsWith('$')) return source.slice(0, -1);
  return source.length >= 2 && source.indexOf('\\z') === source.length - 2 ? source.slice(0, -2) : source;
}

/**
 * Parses the requirement of a parameter.
 *
 * @throws {RouteDefinitionError} for invalid syntax and for nested unbounded repetitions
 */
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
      `Route "${route}" has nested unbounded repetitions in the requirement "${source}" of parameter "${parameter}"; ` +
        'repeat once ("a+" matches the same as "(a+)+"), or begin each iteration with a separator ("[a-z]+(?:-[a-z]+)*")',
    );
  }
  parsed.set(key, pattern);
  return pattern;
}

// Routes repeat their requirements. Bounded by the program: only route tables add patterns.
const parsed = new Map<string, Pattern>();

/** Replaces capturing groups with non-capturing ones, as the reference router shows requirements in messages. */
export function removeCaptures(source: string): string {
  return source.replace(/\\[^]|\((?![*?])(?=[^][^])/g, (found) => (found === '(' ? '(?:' : found));
}

/** Escapes all characters with a special meaning in requirements. */
export function escapePattern(value: string): string {
  return value.replace(/[.\\+*?[^\]$(){}=!<>|:\-#]/g, '\\$&');
}

function sourceOf(route: string, parameter: string, requirement: RegExp): string {
  const unsupported = requirement.flags.replace(/[iusdg]/g, '');
  if (unsupported !== '') {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_REQUIREMENT',
      route,
      `Route "${route}" cannot use the flags "${unsupported}" in the requirement ${String(requirement)} of parameter "${parameter}"; only "i", "s" and "u" are supported`,
    );
  }
  // Anchors are removed first, because a flag group in front would hide them.
  const source = requirement.source.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1');
  if (source === '' || source === '(?:)') return '';
  return requirement.ignoreCase ? `(?i)${source}` : source;
}

/**
 * Returns a function that tests a URL parameter against its requirement, as the reference router does: without regard to
 * case, without look-arounds, and with an optional line feed at the end.
 *
 * The alternatives of `a|b` are not grouped: the first only has to match at the start, and the last at the end.
 */
export function createRequirementTest(requirement: string, utf8: boolean): (value: string) => boolean {
  const pattern = removeLookArounds(parsePcre(requirement, { utf8, ignoreCase: true, dotAll: false }));
  const matcher = new BacktrackingMatcher(compileProgram(anchorToEnd(pattern)));
  return (value) => matcher.match(utf8 ? value : decodePathToBytes(percentEncode(value)), 0, NO_SLOTS) >= 0;
}

const NO_SLOTS = new Int32Array(0);
const ANYTHING: Pattern = {
  kind: 'repeat',
  item: { kind: 'class', set: CharacterClass.any },
  min: 0,
  max: Infinity,
  greedy: false,
};
const END: Pattern = { kind: 'assert', at: 'end-or-newline' };

function anchorToEnd(pattern: Pattern): Pattern {
  if (pattern.kind !== 'choice') return sequence(pattern, END);
  const last = pattern.options.length - 1;
  const options = pattern.options.map((option, index) =>
    index === 0 ? option : index === last ? sequence(ANYTHING, option, END) : sequence(ANYTHING, option),
  );
  return { kind: 'choice', options };
}

function removeLookArounds(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'look':
      return sequence();
    case 'sequence':
      return { kind: 'sequence', items: pattern.items.map(removeLookArounds) };
    case 'choice':
      return { kind: 'choice', options: pattern.options.map(removeLookArounds) };
    case 'repeat':
    case 'atomic':
    case 'capture':
      return { ...pattern, item: removeLookArounds(pattern.item) };
    default:
      return pattern;
  }
}
