import type { Refused } from './access-rule.ts';
import type { HttpContext } from './context.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from './errors.ts';
import type { HttpError } from './errors.ts';
import { notFoundMessage } from './not-found-message.ts';
import { withoutStack } from './without-stack.ts';

/** A 404 for a hidden route. The response is the same as for a path without a route. */
export class HiddenError extends NotFoundError {}

/**
 * Creates the error for a request that an access rule denies: 404 if the rule hides the resource, else 401 for an
 * unauthenticated client and 403 for an authenticated one.
 *
 * @param missing the 404 message for an item that does not exist; if omitted, the whole route is hidden
 */
export function createAccessDeniedError(context: HttpContext, { reason, hide }: Refused, missing?: string): HttpError {
  const create = (): HttpError => {
    if (hide)
      return missing === undefined
        ? new HiddenError(notFoundMessage(context, context.headers.get('referer')))
        : new NotFoundError(missing);
    if (context.principal === null) return new UnauthorizedError(reason || 'Authentication is required');
    return new ForbiddenError(reason || 'Access is denied');
  };
  // The profiler shows the stack of a recorded request. Capturing it is too expensive for other requests.
  return (context.trace as { readonly recording?: boolean }).recording === true ? create() : withoutStack(create);
}
