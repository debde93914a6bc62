import { listLimits } from '../../core/http/request-limit.ts';
import type { RequestLimits } from '../../core/http/request-limit.ts';
import type { LimitedRoute } from './limit-listener.ts';
import type { RouteData } from '../../core/routes/route-table.ts';

/** What limits know a route by, and the limits it has itself. */
export function limitedRoute({ declaration }: RouteData): LimitedRoute {
  const { name, options, operation } = declaration;
  return operation ? limitedOperation(operation, name) : limited([name], options.limit);
}

/** An operation of a resource, as rate limits see it. */
export interface LimitedOperation {
  readonly name: string;
  readonly baseName: string;
  readonly options: { readonly limit?: RequestLimits | undefined };
}

/** The same of an operation, which is known by its family as well: no other path or method leads around what is said of it. */
export function limitedOperation({ name, baseName, options }: LimitedOperation, route = name): LimitedRoute {
  return limited([...new Set([route, name, baseName])], options.limit);
}

function limited(names: readonly string[], limit: RequestLimits | undefined): LimitedRoute {
  return {
    names,
    own: listLimits(limit).map((each, index) => ({ ...each, name: ownName(names.at(-1)!, limit, index) })),
  };
}

/** What a limit of a route or operation is called: as that is, and with its number when it has several. */
export function ownName(name: string, limit: unknown, index: number): string {
  return Array.isArray(limit) ? `${name}/${index + 1}` : name;
}
