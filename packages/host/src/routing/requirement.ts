import { getAmbiguity } from '../matching/ambiguity.ts';
import { parseRegExp } from '../matching/parse-regexp.ts';
import { RouteDefinitionError } from './routing-errors.ts';
import { percentEncode } from './percent-encoding.ts';
import { decodePathToBytes } from './request-path.ts';

/**
 * Returns the source of a requirement without anchors, because parameters always match as a whole.
 *
 * @throws {RouteDefinitionError} if the requirement is empty, or if a `RegExp` has unsupported flags
 */
export function normalizeRequirement(route: string, parameter: string, requirement: string | RegExp): string {
  const source =
    typeof requirement === 'string' ? removeAnchors(requirement) : getSource(route, parameter, requirement);
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
 * Returns the requirement of a parameter as a regular expression of ECMAScript.
 *
 * @throws {RouteDefinitionError} for invalid syntax, and for groups whose iterations can divide a text in several ways
 */
export function compileRequirement(route: string, parameter: string, requirement: string, utf8: boolean): string {
  const key = `${utf8} ${requirement}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const source = toRegExpSource(requirement, utf8);
  const flags = getFlags(utf8);
  try {
    // An expression is compiled when it is used first.
    new RegExp(`^(?:${source})$`, flags).test('');
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^.*: /s, '');
    const message = `Route "${route}" cannot use the requirement "${requirement}" of parameter "${parameter}": ${reason}`;
    throw new RouteDefinitionError('ORIEL_ROUTE_REQUIREMENT', route, message, { cause });
  }
  if (getAmbiguity(parseRegExp(source, flags)) === Infinity) {
    throw new RouteDefinitionError(
      'ORIEL_ROUTE_NESTED_REPETITION',
      route,
      `Route "${route}" has ambiguous repetitions in the requirement "${requirement}" of parameter "${parameter}"; ` +
        'repeat once ("a+" matches the same as "(a+)+"), or begin each iteration with a separator ("[a-z]+(?:-[a-z]+)*")',
    );
  }
  compiled.set(key, source);
  return source;
}

/** Returns the flags of the expressions of a route: Unicode characters or bytes, and `.` matches a line feed. */
export function getFlags(utf8: boolean): string {
  return utf8 ? 'su' : 's';
}

// Routes repeat their requirements. Bounded by the program: only route tables add patterns.
const compiled = new Map<string, string>();

/**
 * Translates what requirements may use of the Perl-compatible syntax of the reference router: `\\d` and `\\w` match digits and letters of
 * all scripts, possessive repetitions are greedy, names of groups are removed, and `(?i)` applies to the whole requirement.
 */
function toRegExpSource(requirement: string, utf8: boolean): string {
  const [, flag = '', rest = ''] = /^(\(\?i\))?(.*)$/s.exec(requirement)!;
  const source = rest.replace(TOKEN, (token, quantifier?: string, name?: string) => {
    if (quantifier !== undefined) return quantifier;
    if (name !== undefined) return '(?:';
    if (token.startsWith('[')) return token.replace(/\\[^]/g, (escape) => translateEscape(escape, utf8, CLASS_ESCAPES));
    return translateEscape(token, utf8, ESCAPES);
  });
  return flag === '' ? source : `(?i:${source})`;
}

const TOKEN = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|([*+?]|\{\d+(?:,\d*)?\})\+|\(\?(?:P?<(?![=!])|')(\w+)[>']/g;
const ESCAPES: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[\\p{L}\\p{N}_]',
  W: '[^\\p{L}\\p{N}_]',
};
const CLASS_ESCAPES: Readonly<Record<string, string>> = { d: '\\p{Nd}', D: '\\P{Nd}', w: '\\p{L}\\p{N}_', '-': '\\-' };

function translateEscape(escape: string, utf8: boolean, known: Readonly<Record<string, string>>): string {
  const letter = escape[1]!;
  if (!utf8) return escape;
  // The flag `u` accepts only the escapes of characters that have a meaning.
  return known[letter] ?? (/[\w^$\\.*+?()[\]{}|/]/.test(letter) ? escape : letter);
}

/** Replaces capturing groups with non-capturing ones, as the reference router shows requirements in messages. */
export function removeCaptures(source: string): string {
  return source.replace(/\\[^]|\((?![*?])(?=[^][^])/g, (found) => (found === '(' ? '(?:' : found));
}

/** Escapes all characters with a special meaning in requirements. */
export function escapePattern(value: string): string {
  return value.replace(/[.\\+*?[^\]$(){}=!<>|:\-#]/g, '\\$&');
}

/** Escapes all characters with a special meaning in regular expressions. */
export function escapeRegExp(value: string): string {
  return value.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}

function getSource(route: string, parameter: string, requirement: RegExp): string {
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
  const source = toRegExpSource(requirement, utf8).replace(LOOK_AROUND, '');
  const expression = new RegExp(`^${source}\\n?$`, utf8 ? 'iu' : 'i');
  return (value) => expression.test(utf8 ? value : decodePathToBytes(percentEncode(value)));
}

const LOOK_AROUND = /\(\?<?[=!](?:\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^()[\\]|\((?:\\[^]|[^()\\])*\))*\)/g;
