import type { RequestContext } from './request-context.ts';
import { RouteCollection } from './route-collection.ts';
import { RouteTable } from './route-table.ts';
import { Search } from './search.ts';
import { Route, type RouteDefinition } from './route.ts';
import { trimSlashes } from './trailing-slash.ts';

/** Why a route alone would not answer a request. */
export interface Miss {
  readonly level: 'no' | 'almost';
  readonly reason: string;
}

/**
 * Asks a route again with one of its demands dropped after the other; the first that makes it answer was what failed.
 *
 * This is for looking back at one request, so it may take its time.
 */
export function explainMiss(route: Route, context: RequestContext): Miss {
  const scheme = schemeMiss(route, context);
  if (scheme) return scheme;
  if (route.condition && answers(route, context, { condition: true })) {
    return almost(`Condition "${conditionText(route)}" does not evaluate to "true"`);
  }
  if (route.host !== '' && answers(route, context, { host: true })) {
    return almost(`Host "${context.host}" does not match the requirement ("${route.host}")`);
  }
  const other = otherSlash(context.path);
  if (other && answers(route, { ...view(context), path: other }, {})) {
    return almost(`Slash at the end of "${context.path}" does not match, "${other}" would`);
  }
  const requirement = failedRequirement(route, context);
  if (requirement) return almost(requirement);
  return { level: 'no', reason: 'Path does not match' };
}

function schemeMiss(route: Route, context: RequestContext): Miss | undefined {
  const misses = new Search(context, false);
  const found = tableOf(route).find(misses, context.path);
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

type Dropped = { readonly condition?: true; readonly host?: true; readonly requirements?: readonly string[] };

/** Does the route take path, host and condition once what is named is dropped? Method and scheme are told elsewhere. */
function answers(route: Route, context: RequestContext, dropped: Dropped): boolean {
  const misses = new Search(context, false);
  const isPlain = !dropped.host && !dropped.condition && !dropped.requirements;
  const table = isPlain ? tableOf(route) : tableOf(without(route, dropped));
  const found = table.find(misses, context.path);
  return found !== undefined || misses.methods.length > 0 || misses.schemes.length > 0;
}

function failedRequirement(route: Route, context: RequestContext): string | undefined {
  const names = Object.keys(route.requirements).filter((name) => route.compiled.pathVariables.includes(name));
  if (names.length === 0 || !answers(route, context, { requirements: names, host: true, condition: true }))
    return undefined;
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    if (!answers(route, context, { requirements: others, host: true, condition: true })) {
      return `Requirement for "${name}" does not match (${route.requirements[name]})`;
    }
  }
  return `Requirements for "${names.join('", "')}" do not match together`;
}

function without(route: Route, dropped: Dropped): Route {
  const definition: { -readonly [key in keyof RouteDefinition]: RouteDefinition[key] } = {
    name: route.name,
    path: route.path,
    methods: route.methods,
    schemes: route.schemes,
    defaults: route.defaults,
    options: route.options,
    requirements: Object.fromEntries(
      Object.entries(route.requirements).filter(([name]) => !dropped.requirements?.includes(name)),
    ),
  };
  if (!dropped.host) definition.host = route.host;
  // Dropping the host drops the condition too: it may well ask for what the host would have given.
  if (!dropped.host && !dropped.condition && route.condition) definition.condition = route.condition;
  return new Route(definition);
}

function tableOf(route: Route): RouteTable {
  return new RouteTable(new RouteCollection([route]));
}

function otherSlash(path: string): string | undefined {
  const trimmed = trimSlashes(path);
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

function almost(reason: string): Miss {
  return { level: 'almost', reason: `Path almost matches, but ${reason}` };
}
