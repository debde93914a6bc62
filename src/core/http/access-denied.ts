import type { Refused } from './access-rule.ts';
import type { HttpContext } from './context.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from './errors.ts';
import type { HttpError } from './errors.ts';
import { notFoundMessage } from './not-found-message.ts';
import { withoutStack } from './without-stack.ts';

/** A 404 for a route that the client must not learn of. It is answered like a path without a route. */
export class HiddenError extends NotFoundError {}

/**
 * The answer to who may not: 401 while nobody knows who is asking, 403 when it is known, and 404 where they must not learn
 * that there is something.
 *
 * @param missing the message for an item that does not exist; left out, the whole route is hidden
 */
export function accessDenied(context: HttpContext, { told, hide }: Refused, missing?: string): HttpError {
  const create = (): HttpError => {
    if (hide)
      return missing === undefined
        ? new HiddenError(notFoundMessage(context, context.headers.get('referer')))
        : new NotFoundError(missing);
    if (context.principal === null) return new UnauthorizedError(told || 'Authentication is required');
    return new ForbiddenError(told || 'Access is denied');
  };
  // In a recorded request somebody looks at the stack; elsewhere it costs more than all the rest.
  return (context.trace as { readonly recording?: boolean }).recording === true ? create() : withoutStack(create);
}
