import type { Refused } from '../http/access-rule.ts';
import type { HttpContext, HttpError } from 'oriel-core/http';
import { ForbiddenError, NotFoundError, UnauthorizedError, withoutStack } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { redactUrl } from 'oriel-core/redaction';

/** A 404 for a hidden route. The response is the same as for a path without a route. */
export class HiddenError extends NotFoundError {}

/**
 * Creates the error for a request that an access rule denies: 404 if the rule hides the resource, else 401 for an
 * unauthenticated client and 403 for an authenticated one.
 *
 * @param missing the 404 message for an item that does not exist; if omitted, the whole route is hidden
 */
export function createAccessDeniedError(context: HttpContext, { reason, hide }: Refused, missing?: Message): HttpError {
  const create = (): HttpError => {
    if (hide)
      return missing === undefined
        ? new HiddenError(notFoundMessage(context, context.headers.get('referer')))
        : new NotFoundError(missing);
    if (context.principal === null) return new UnauthorizedError(reason || message('authentication.required'));
    return new ForbiddenError(reason || message('authorization.denied'));
  };
  // The profiler shows the stack of a recorded request. Capturing it is too expensive for other requests.
  return (context.trace as { readonly recording?: boolean }).recording === true ? create() : withoutStack(create);
}

/**
 * Returns `No route found for "GET http://host/path"`, with the referer when there is one. Messages reach logs,
 * so tokens in the path and sensitive parameters of the referer are masked.
 */
export function notFoundMessage(request: { method: string; origin: string; path: string }, referer?: string): string {
  const message = `No route found for "${request.method} ${request.origin}${redactUrl(request.path)}"`;
  return referer === undefined || referer === '' ? message : `${message} (from "${redactUrl(referer)}")`;
}
