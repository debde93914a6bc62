import { PatternError, optional, sequence, text } from '../matching/pattern.ts';
import { RouteDefinitionError } from './errors.ts';
import { tokenize } from './path-tokens.ts';
import type { PathToken, VariableToken } from './path-tokens.ts';
import { LinearMatcher } from './pattern-matcher.ts';
import { ScanMatcher, canScan } from './scan-matcher.ts';
import type { PatternMatcher, PatternParts } from './pattern-matcher.ts';
import type { Pattern } from '../matching/pattern.ts';
import { parseRequirement } from './requirement.ts';

/** What the compiler reads of a route. */
export interface RouteSource {
  readonly name: string;
  readonly path: string;
  readonly host: string;
  readonly requirements: Readonly<Record<string, string>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly utf8: boolean;
}

/** A compiled route, for matching and for URL generation. */
export interface CompiledRoute {
  readonly tokens: readonly PathToken[];
  readonly hostTokens: readonly PathToken[];
  readonly pathVariables: readonly string[];
  readonly hostVariables: readonly string[];
  /** The text with which every matching path begins. */
  readonly staticPrefix: string;
  /** The index of the first optional token; the number of tokens if there is none. */
  readonly optionalFrom: number;
  readonly hasTrailingSlash: boolean;
  /** Whether the path ends in a parameter, which may contain a trailing slash. */
  readonly hasTrailingVariable: boolean;
  /** The pattern of each token, without the trailing slash. */
  readonly pieces: readonly Pattern[];
  readonly pathMatcher: PatternMatcher;
  readonly hostMatcher: PatternMatcher | undefined;
}

/**
 * Compiles a route.
 *
 * @throws {RouteDefinitionError} for an invalid path, host or requirement
 */
export function compileRoute(route: RouteSource): CompiledRoute {
  const context = { route: route.name, utf8: route.utf8, requirements: route.requirements };
  const hostTokens = route.host === '' ? [] : tokenize(route.host, { ...context, host: true });
  const tokens = tokenize(route.path, { ...context, host: false });
  const firstOptional = findFirstOptional(tokens, route.defaults);
  const trimmed = removeTrailingSlash(tokens, route.path);
  const pieces = createPieces(trimmed.tokens, route, firstOptional, false);
  const optionalFrom = Math.max(firstOptional, 1);
  const compiled = {
    tokens,
    hostTokens,
    pathVariables: variablesOf(tokens).map((token) => token.name),
    hostVariables: variablesOf(hostTokens).map((token) => token.name),
    staticPrefix: findStaticPrefix(tokens, route.defaults),
    optionalFrom,
    hasTrailingSlash: trimmed.hadSlash,
    hasTrailingVariable: /\{[\w\u{80}-\u{10ffff}]+\}\/?$/u.test(route.path),
    pieces,
  };
  try {
    const captures = compiled.pathVariables.length;
    return {
      ...compiled,
      pathMatcher: createPatternMatcher({ pieces, optionalFrom, mayEndWithSlash: true, captures }),
      hostMatcher: route.host === '' ? undefined : createHostMatcher(hostTokens, route),
    };
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause;
    const message = `Route "${route.name}" has requirements that are too large; use smaller counts in braces`;
    throw new RouteDefinitionError('ORIEL_ROUTE_REQUIREMENT', route.name, message, { cause });
  }
}

function createHostMatcher(tokens: readonly PathToken[], route: RouteSource): PatternMatcher {
  const pieces = createPieces(tokens, route, tokens.length, true);
  const captures = variablesOf(tokens).length;
  return createPatternMatcher({ pieces, optionalFrom: pieces.length, mayEndWithSlash: false, captures });
}

function createPieces(
  tokens: readonly PathToken[],
  route: RouteSource,
  firstOptional: number,
  host: boolean,
): Pattern[] {
  const mode = { utf8: route.utf8, ignoreCase: host, dotAll: true };
  let captures = 0;
  return tokens.map((token, index): Pattern => {
    if (token.kind === 'text') return text(host ? token.text.toLowerCase() : token.text);
    const item = parseRequirement(route.name, token.name, token.requirement, mode);
    const capture: Pattern = { kind: 'capture', index: captures++, item };
    // The first slash of a path stays if its first parameter is omitted.
    const whole = index === 0 && firstOptional === 0 ? optional(capture) : capture;
    return token.separator === '' ? whole : sequence(text(token.separator), whole);
  });
}

/** Returns the index of the first trailing parameter that has a default and is not marked important. */
function findFirstOptional(tokens: readonly PathToken[], defaults: Readonly<Record<string, unknown>>): number {
  let first = tokens.length;
  while (first > 0) {
    const token = tokens[first - 1] as PathToken;
    if (token.kind !== 'variable' || token.important || !Object.hasOwn(defaults, token.name)) break;
    first--;
  }
  return first;
}

function removeTrailingSlash(tokens: readonly PathToken[], path: string): { tokens: PathToken[]; hadSlash: boolean } {
  const last = tokens.at(-1);
  if (path === '/' || last?.kind !== 'text' || !last.text.endsWith('/'))
    return { tokens: [...tokens], hadSlash: false };
  const head = tokens.slice(0, -1);
  const rest = last.text.slice(0, -1);
  return { tokens: rest === '' ? head : [...head, { kind: 'text', text: rest }], hadSlash: true };
}

function findStaticPrefix(tokens: readonly PathToken[], defaults: Readonly<Record<string, unknown>>): string {
  const [first, second] = tokens;
  if (first === undefined) return '';
  if (first.kind === 'variable') {
    return Object.hasOwn(defaults, first.name) || first.separator === '/' ? '' : first.separator;
  }
  const joins = second?.kind === 'variable' && second.separator !== '/' && !Object.hasOwn(defaults, second.name);
  return joins ? first.text + second.separator : first.text;
}

/** Returns the parameters among the tokens, in order. */
export function variablesOf(tokens: readonly PathToken[]): VariableToken[] {
  return tokens.filter((token) => token.kind === 'variable');
}

// A scan is faster, and possible if the next character decides every choice.
function createPatternMatcher(parts: PatternParts): PatternMatcher {
  return canScan(parts) ? new ScanMatcher(parts) : new LinearMatcher(parts);
}
