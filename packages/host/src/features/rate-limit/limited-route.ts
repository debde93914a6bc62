import { listLimits } from '../../http/request-limit.ts';
import type { RequestLimits } from '../../http/request-limit.ts';
import type { LimitedRoute } from './limit-listener.ts';
import type { RouteData } from '../../routes/route-table.ts';

/** Describes a route for limits: its names and its own limits. */
export function limitedRoute({ declaration }: RouteData): LimitedRoute {
  const { name, options, operation } = declaration;
  return operation ? limitedOperation(operation, name) : limited([name], options.limit);
}

export interface LimitedOperation {
  readonly name: string;
  readonly baseName: string;
  readonly options: { readonly limit?: RequestLimits | undefined };
}

/**
 * Describes an operation. Its base name is included, so that all paths and methods of the operation share its limits.
 */
export function limitedOperation({ name, baseName, options }: LimitedOperation, route = name): LimitedRoute {
  return limited([...new Set([route, name, baseName])], options.limit);
}

function limited(names: readonly string[], limit: RequestLimits | undefined): LimitedRoute {
  return {
    names,
    own: listLimits(limit).map((requestLimit, index) => ({
      ...requestLimit,
      name: ownName(names.at(-1)!, limit, index),
    })),
  };
}

/** Returns the name of a limit of a route or operation: the name of the route, with a number if there are several. */
export function ownName(name: string, limit: unknown, index: number): string {
  return Array.isArray(limit) ? `${name}/${index + 1}` : name;
}
