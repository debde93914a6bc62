import { redactQuery } from './redact-query.ts';

/**
 * Returns `No route found for "GET http://host/path"`, with the referer when there is one. Messages reach logs,
 * so sensitive parameters of the referer are masked.
 */
export function notFoundMessage(request: { method: string; origin: string; path: string }, referer?: string): string {
  const message = `No route found for "${request.method} ${request.origin}${request.path}"`;
  return referer === undefined || referer === '' ? message : `${message} (from "${masked(referer)}")`;
}

function masked(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark + 1) + redactQuery(url.slice(mark + 1));
}
