import { HttpResponse } from 'oriel-core/http';

/** The statuses of {@link redirect}. 303 changes the method to GET; 307 and 308 keep it; 301 and 308 are permanent. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/**
 * Returns a response that redirects the client (RFC 9110 §15.4).
 *
 * A path stays on the same host. Text such as `//example.com` and `/\example.com`, which browsers resolve to another host, is
 * rejected. An absolute URL redirects to any host, so check input of a client: `next.startsWith('/') ? redirect(next) : …`.
 *
 * @param location a path that begins with one slash, or an absolute URL with `http:` or `https:`
 * @param status 301, 302, 303, 307 or 308
 * @throws {TypeError} if the location is neither, or has control characters
 * @throws {RangeError} for another status
 *
 * @example
 * ```ts
 * import { redirect } from 'oriel-host';
 * const { status, headers } = redirect('/ports/7?tab=tides', 303);
 * [status, headers.get('location')]; // => [303, '/ports/7?tab=tides']
 * redirect('//example.com'); // THROWS
 * ```
 */
export function redirect(location: string | URL, status: RedirectStatus = 302): HttpResponse {
  if (!STATUSES.includes(status))
    throw new RangeError(`redirect(): the status is ${String(status)}; use one of ${STATUSES.join(', ')}`);
  return new HttpResponse(status, ['Location', getLocation(String(location))]);
}

const STATUSES: readonly number[] = [301, 302, 303, 307, 308];

// Browsers remove tabs and line breaks, and read a backslash as a slash.
const CONTROLS = /[\u0000-\u0020\u007f]/; // oxlint-disable-line no-control-regex -- spaces and control characters
const OTHER_HOST = /^\/[/\\]/;
const ABSOLUTE = /^https?:\/\/[^/\\]/i;

function getLocation(given: string): string {
  const isPath = given.startsWith('/');
  const url = CONTROLS.test(given) || !(isPath || ABSOLUTE.test(given)) ? null : URL.parse(given, BASE);
  // The parser encodes characters that a header cannot have, and resolves `/.//example.com` to `//example.com`.
  const location = isPath ? url?.href.slice(BASE.length) : url?.href;
  if (location === undefined || (isPath && (OTHER_HOST.test(given) || OTHER_HOST.test(location))))
    throw new TypeError(
      `redirect(): the location ${JSON.stringify(given.slice(0, 200))} is neither a path that begins with one slash nor an http URL`,
    );
  return location;
}

const BASE = 'http://localhost';
