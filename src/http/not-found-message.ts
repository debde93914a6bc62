/** Returns `No route found for "GET http://host/path"`, with the referer when there is one. */
export function notFoundMessage(request: { method: string; origin: string; path: string }, referer?: string): string {
  const message = `No route found for "${request.method} ${request.origin}${request.path}"`;
  return referer === undefined || referer === '' ? message : `${message} (from "${referer}")`;
}
