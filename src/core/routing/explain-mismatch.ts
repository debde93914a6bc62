import type { RequestContext } from './request-context.ts';
import type { Route } from './route.ts';
import { matchesStaticPrefix, singleRouteTable } from './single-route-table.ts';
import type { IgnoredConstraints } from './single-route-table.ts';
import { RouteSearch } from './route-search.ts';
import { trimTrailingSlashes } from './request-path.ts';

/** Why a route alone would not answer a request. */
export interface Mismatch {
  readonly level: 'no' | 'almost';
  readonly reason: string;
}

/**
 * Asks a route again with one of its demands dropped after the other; the first that makes it answer was what failed.
 *
 * A recorded request asks this of every route it went by, so those that begin otherwise are told at once.
 */
export function explainMismatch(route: Route, context: RequestContext): Mismatch {
  if (!matchesStaticPrefix(route, context.path)) return PATH_MISMATCH;
  const scheme = schemeMismatch(route, context);
  if (scheme) return scheme;
  if (route.condition && matchesWithout(route, context, { condition: true })) {
    return almost(`Condition "${conditionText(route)}" does not evaluate to "true"`);
  }
  if (route.host !== '' && matchesWithout(route, context, { host: true })) {
    return almost(`Host "${context.host}" does not match the requirement ("${route.host}")`);
  }
  const other = otherSlash(context.path);
  if (other && matchesWithout(route, { ...view(context), path: other }, {})) {
    return almost(`Slash at the end of "${context.path}" does not match, "${other}" would`);
  }
  const requirement = failedRequirement(route, context);
  if (requirement) return almost(requirement);
  return PATH_MISMATCH;
}

/** There is nothing to tell of it. */
export const PATH_MISMATCH: Mismatch = { level: 'no', reason: 'Path does not match' };

function schemeMismatch(route: Route, context: RequestContext): Mismatch | undefined {
  const misses = new RouteSearch(context, false);
  const found = singleRouteTable(route).find(misses, context.path);
  // It would answer, but a redirect for another route ended the search before it.
  if (found) return { level: 'almost', reason: 'Path almost matches, but an earlier route asked for a redirect' };
  if (misses.schemes.length > 0) {
    return almost(
      `Scheme "${context.scheme}" does not match any of the required schemes (${route.schemes.join(', ')})`,
    );
  }
  if (misses.methods.length === 0) return undefined;
  return almost(`Method "${context.method}" does not match any of the required methods (${route.methods.join(', ')})`);
}

/** Does the route take path, host and condition once what is named is dropped? Method and scheme are told elsewhere. */
function matchesWithout(route: Route, context: RequestContext, dropped: IgnoredConstraints): boolean {
  const misses = new RouteSearch(context, false);
  const found = singleRouteTable(route, dropped).find(misses, context.path);
  return found !== undefined || misses.methods.length > 0 || misses.schemes.length > 0;
}

function failedRequirement(route: Route, context: RequestContext): string | undefined {
  const names = Object.keys(route.requirements).filter((name) => route.compiled.pathVariables.includes(name));
  if (names.length === 0 || !matchesWithout(route, context, { requirements: names, host: true, condition: true }))
    return undefined;
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    if (!matchesWithout(route, context, { requirements: others, host: true, condition: true })) {
      return `Requirement for "${name}" does not match (${route.requirements[name]})`;
    }
  }
  return `Requirements for "${names.join('", "')}" do not match together`;
}

function otherSlash(path: string): string | undefined {
  const trimmed = trimTrailingSlashes(path);
  if (trimmed === '/') return undefined;
  return trimmed === path ? `${path}/` : trimmed;
}

// A spread would miss getters of a class, and the live request may be one.
function view({ method, scheme, host, path, query }: RequestContext): RequestContext {
  return { method, scheme, host, path, query };
}

function conditionText({ condition }: Route): string {
  return condition?.name || 'anonymous';
}

function almost(reason: string): Mismatch {
  return { level: 'almost', reason: `Path almost matches, but ${reason}` };
}
