import { canContain } from '../matching/pattern.ts';
import { parseRegExp } from '../matching/parse-regexp.ts';
import { tokenize } from './path-tokens.ts';
import type { PathToken, VariableToken } from './path-tokens.ts';
import type { Route } from './route-definition.ts';
import { compileRequirement, getFlags } from './requirement.ts';
import { compilePattern } from './route-pattern.ts';
import type { RoutePattern } from './route-pattern.ts';
import { REST, SEGMENT } from './segment-trie.ts';

/** What the compiler reads of a route. */
type RouteSource = Pick<Route, 'name' | 'path' | 'host' | 'requirements' | 'defaults' | 'isUtf8'>;

/** A compiled route, for matching and for URL generation. */
export interface CompiledRoute {
  readonly tokens: readonly PathToken[];
  readonly hostTokens: readonly PathToken[];
  readonly pathVariables: readonly string[];
  readonly hostVariables: readonly string[];
  /** The text with which every matching path begins. */
  readonly staticPrefix: string;
  /** The index of the first optional token; the number of tokens if there is none. */
  readonly firstOptional: number;
  readonly hasTrailingSlash: boolean;
  /** Whether the path ends in a parameter, which may contain a trailing slash. */
  readonly hasTrailingVariable: boolean;
  /** The path without a trailing slash, with and without its optional parameters; see `SegmentTrie`. */
  readonly shapes: readonly string[];
  readonly pathPattern: RoutePattern;
  readonly hostPattern: RoutePattern | undefined;
}

/**
 * Compiles a route.
 *
 * @throws {RouteDefinitionError} for an invalid path, host or requirement
 */
export function compileRoute(route: RouteSource): CompiledRoute {
  const context = { route: route.name, utf8: route.isUtf8, requirements: route.requirements };
  const hostTokens = route.host === '' ? [] : tokenize(route.host, { ...context, host: true });
  const tokens = tokenize(route.path, { ...context, host: false });
  const firstOptional = findFirstOptional(tokens, route.defaults);
  const trimmed = removeTrailingSlash(tokens, route.path);
  const parts = { route: route.name, utf8: route.isUtf8 };
  return {
    tokens,
    hostTokens,
    pathVariables: getVariables(tokens).map((token) => token.name),
    hostVariables: getVariables(hostTokens).map((token) => token.name),
    staticPrefix: findStaticPrefix(tokens, route.defaults),
    firstOptional,
    hasTrailingSlash: trimmed.hadSlash,
    hasTrailingVariable: /\{[\w\u{80}-\u{10ffff}]+\}\/?$/u.test(route.path),
    shapes: createShapes(trimmed.tokens, firstOptional, route),
    pathPattern: compilePattern({ ...parts, tokens: trimmed.tokens, firstOptional, isHost: false }),
    hostPattern:
      route.host === ''
        ? undefined
        : compilePattern({ ...parts, tokens: hostTokens, firstOptional: hostTokens.length, isHost: true }),
  };
}

function createShapes(tokens: readonly PathToken[], firstOptional: number, route: RouteSource): string[] {
  const parts = tokens.map((token) => {
    if (token.kind === 'text') return token.text;
    const source = compileRequirement(route.name, token.name, token.requirement, route.isUtf8);
    return token.separator + (canContain(parseRegExp(source, getFlags(route.isUtf8)), SLASH) ? REST : SEGMENT);
  });
  const shapes = [parts.join('')];
  for (let length = tokens.length - 1; length >= Math.max(firstOptional, 1); length--)
    shapes.push(parts.slice(0, length).join(''));
  // The first slash of a path stays if its first parameter is omitted.
  if (firstOptional === 0)
    for (let length = tokens.length; length >= 1; length--) shapes.push(`/${parts.slice(1, length).join('')}`);
  return shapes;
}

const SLASH = 0x2f;

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
function getVariables(tokens: readonly PathToken[]): VariableToken[] {
  return tokens.filter((token) => token.kind === 'variable');
}
