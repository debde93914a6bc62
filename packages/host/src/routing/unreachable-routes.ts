import type { PathToken, VariableToken } from './path-tokens.ts';
import type { RouteCollection } from './route-collection.ts';
import { Route } from './route-definition.ts';
import { allowsMethod } from './route-entry.ts';

/** A route that no request reaches, and the earlier route that receives its requests. */
export interface UnreachableRoute {
  readonly route: Route;
  readonly by: Route;
}

/**
 * Returns the routes that no request reaches, because earlier routes match all of their paths, methods, hosts and schemes. Whether
 * an earlier route matches all paths is decided by many values for each parameter. Conditions are not called: a route with one
 * does not hide others.
 *
 * @example
 * ```ts
 * import { RouteCollection } from './route-collection.ts';
 * import { findUnreachableRoutes } from './unreachable-routes.ts';
 * const table = new RouteCollection([
 *   { name: 'page', path: '/{slug}' },
 *   { name: 'about', path: '/about' },
 * ]);
 * findUnreachableRoutes(table)[0]?.route.name; // => 'about'
 * ```
 */
export function findUnreachableRoutes(routes: RouteCollection): UnreachableRoute[] {
  const earlier = new Map<string, Route[]>();
  const found: UnreachableRoute[] = [];
  for (const route of routes) {
    const group = getGroup(route);
    const candidates = [earlier.get(''), group === '' ? undefined : earlier.get(group)].flatMap((value) => value ?? []);
    const by = candidates.length === 0 ? undefined : findHiding(route, candidates);
    if (by !== undefined) found.push({ route, by });
    if (route.condition !== undefined || !route.isUtf8) continue;
    const known = earlier.get(group);
    if (known === undefined) earlier.set(group, [route]);
    else known.push(route);
  }
  return found;
}

// Routes whose paths begin with different segments cannot match the same path.
function getGroup({ compiled: { staticPrefix } }: Route): string {
  return /^\/[^/]+(?=\/)/.exec(staticPrefix)?.[0] ?? '';
}

/** Returns the first of the routes that together receive every request of a route. */
function findHiding(route: Route, candidates: readonly Route[]): Route | undefined {
  if (!route.isUtf8) return undefined;
  let remaining = route.methods.length === 0 ? [ANY] : [...route.methods];
  let first: Route | undefined;
  let paths: readonly string[] | undefined;
  for (const other of candidates) {
    const rest = remaining.filter((method) => !allowsMethod(other, method));
    if (rest.length === remaining.length || !coversOrigin(other, route)) continue;
    paths ??= samplePaths(route);
    const { pathPattern } = other.compiled;
    if (paths.length === 0 || !paths.every((path) => pathPattern.test(path))) continue;
    first ??= other;
    remaining = rest;
    if (remaining.length === 0) return first;
  }
  return undefined;
}

const ANY = '';

function coversOrigin(other: Route, { host, schemes, compiled }: Route): boolean {
  if (other.compiled.hasTrailingSlash !== compiled.hasTrailingSlash) return false;
  if (other.schemes.length > 0 && (schemes.length === 0 || !schemes.every((scheme) => other.schemes.includes(scheme))))
    return false;
  return other.host === '' || (other.host === host && other.compiled.hostVariables.length === 0);
}

/** Returns paths of a route, with many values for each parameter; none if a parameter accepts no known value. */
function samplePaths(route: Route): string[] {
  const { tokens, firstOptional, pathPattern } = route.compiled;
  const values = tokens.map((token) => (token.kind === 'text' ? [] : acceptedValues(token)));
  const typical = tokens.map((token, index) => writeToken(token, values[index]![0]));
  if (typical.includes(undefined)) return [];
  const paths = new Set([typical.join('')]);
  for (let end = Math.max(firstOptional, 1); end < tokens.length; end++) paths.add(typical.slice(0, end).join(''));
  for (const [index, token] of tokens.entries())
    for (const value of values[index]!) paths.add(typical.with(index, writeToken(token, value)).join(''));
  return [...paths].filter((path) => pathPattern.test(path));
}

function writeToken(token: PathToken, value: string | undefined): string | undefined {
  if (token.kind === 'text') return token.text;
  return value === undefined ? undefined : token.separator + value;
}

function acceptedValues({ requirement }: VariableToken): readonly string[] {
  let accepted = known.get(requirement);
  if (accepted === undefined) {
    // Matches in linear time, whatever the requirement.
    const { pathPattern } = new Route({ name: 'value', path: '/{value}', requirements: { value: requirement } })
      .compiled;
    const literals = requirement.split('|').filter((part) => /^[\w.-]+$/.test(part));
    accepted = [...literals, ...VALUES].filter((value) => pathPattern.test(`/${value}`));
    if (known.size < MAX_KNOWN) known.set(requirement, accepted);
  }
  return accepted;
}

const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 200;

const CHARACTERS = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const VALUES: readonly string[] = [
  ...CHARACTERS,
  ...CHARACTERS.map((character) => `x${character}x`),
  ...'42 007 123456 12345678901234567890 -1 3.5 2024-05-01 2024 12:30 de en-GB json html Zürich 名 a/b a/b.c node.js'.split(
    ' ',
  ),
  ...'ada@example.com admin new 550e8400-e29b-41d4-a716-446655440000 01ARZ3NDEKTSV4RRFFQ69G5FAV deadbeef ABC me latest'.split(
    ' ',
  ),
  'x'.repeat(300),
  'a b',
  '',
];
