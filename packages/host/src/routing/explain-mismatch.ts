import type { RequestContext, Route } from './route-definition.ts';
import { singleRouteTable } from './single-route-table.ts';
import type { IgnoredConstraints } from './single-route-table.ts';
import { RouteSearch } from './route-search.ts';
import { trimTrailingSlashes } from './request-path.ts';

/** Why a route does not match a request. */
export interface Mismatch {
  readonly level: 'no' | 'almost';
  readonly reason: string;
}

/**
 * Finds out why a route does not match, by matching it again without one constraint at a time: the first constraint whose
 * removal makes the route match is the reason.
 */
export function explainMismatch(route: Route, context: RequestContext): Mismatch {
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

/** The path itself does not match. */
export const PATH_MISMATCH: Mismatch = { level: 'no', reason: 'Path does not match' };

function schemeMismatch(route: Route, context: RequestContext): Mismatch | undefined {
  const search = new RouteSearch(context, false);
  const found = singleRouteTable(route).find(search, context.path);
  // The route matches, but a redirect of an earlier route ended the search.
  if (found) return { level: 'almost', reason: 'Path almost matches, but an earlier route asked for a redirect' };
  if (search.schemes.length > 0) {
    return almost(
      `Scheme "${context.scheme}" does not match any of the required schemes (${route.schemes.join(', ')})`,
    );
  }
  if (search.methods.length === 0) return undefined;
  return almost(`Method "${context.method}" does not match any of the required methods (${route.methods.join(', ')})`);
}

/** Whether path, host and condition match without the ignored constraints. Method and scheme are not checked. */
function matchesWithout(route: Route, context: RequestContext, dropped: IgnoredConstraints): boolean {
  const search = new RouteSearch(context, false);
  const found = singleRouteTable(route, dropped).find(search, context.path);
  return found !== undefined || search.methods.length > 0 || search.schemes.length > 0;
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

// Spreading would lose the getters of a class instance.
function view({ method, scheme, host, path, query }: RequestContext): RequestContext {
  return { method, scheme, host, path, query };
}

function conditionText({ condition }: Route): string {
  return condition?.name || 'anonymous';
}

function almost(reason: string): Mismatch {
  return { level: 'almost', reason: `Path almost matches, but ${reason}` };
}
