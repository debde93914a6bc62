import type { Refused } from './access-rule.ts';
import type { HttpContext } from './context.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from './errors.ts';
import type { HttpError } from './errors.ts';
import { withoutStack } from './without-stack.ts';

/**
 * The answer to who may not: 401 while nobody knows who is asking, 403 when it is known, and 404 where they must not learn
 * that there is something.
 *
 * @param missing what is said of something that is not there, in exactly the same words
 */
export function accessDenied(context: HttpContext, { told, hide }: Refused, missing?: string): HttpError {
  const create = (): HttpError => {
    if (hide)
      return new NotFoundError(missing ?? `No route found for "${context.method} ${context.origin}${context.path}"`);
    if (context.principal === null) return new UnauthorizedError(told || 'Authentication is required');
    return new ForbiddenError(told || 'Access is denied');
  };
  // In a recorded request somebody looks at the stack; elsewhere it costs more than all the rest.
  return (context.trace as { readonly recording?: boolean }).recording === true ? create() : withoutStack(create);
}
