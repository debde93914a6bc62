import { notFoundMessage } from '../http/not-found-message.ts';
import type { RequestContext } from '../kernel/events.ts';
import { MethodNotAllowedError } from '../routing/errors.ts';
import type { RouteMatch, RouteRedirect } from '../routing/request-context.ts';

export { notFoundMessage };

/** The 405 message names the methods that routes declare, in their order; a referer is never added. */
export function methodNotAllowedMessage(
  request: { method: string; origin: string; path: string },
  declared: readonly string[],
): string {
  return `${notFoundMessage(request)}: Method Not Allowed (Allow: ${declared.join(', ')})`;
}

/** Explains in the profiler why a route was matched. */
export function matchReason({ method, path }: RequestContext, match: RouteMatch | RouteRedirect): string {
  const asked = `${method} ${path}`;
  return 'redirect' in match
    ? `${asked} fits "${match.route.path}" only as ${match.redirect}`
    : `${asked} is the first to fit "${match.route.path}"`;
}

/** Explains in the profiler why no route was matched. */
export function missReason({ method, path }: RequestContext, error: Error): string {
  if (error instanceof MethodNotAllowedError)
    return `"${path}" is there for ${error.allowedMethods.join(', ')}, not for ${method}`;
  return error.message || `No routes found for "${path}".`;
}
