import type { HttpContext } from 'oriel-core/http';

/**
 * Returns true for a CORS preflight request (Fetch, "CORS-preflight request"). Every other OPTIONS request is an ordinary
 * request.
 */
export function isPreflight({ method, headers }: HttpContext): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
}

/** The response header that names the allowed origin. */
export const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';

/** The response headers that `corsHeaders` returns. */
export const CORS_HEADERS: readonly string[] = [
  ALLOW_ORIGIN,
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
];

/**
 * Returns the CORS headers of a response that the origin may read, names and values in turn.
 *
 * @param origin the allowed origin, or `'*'`
 * @param exposedHeaders the value of `Access-Control-Expose-Headers`; `''` for a response without it
 */
export function corsHeaders(origin: string, credentials: boolean, exposedHeaders: string): string[] {
  const list = [ALLOW_ORIGIN, origin];
  if (credentials) list.push('Access-Control-Allow-Credentials', 'true');
  if (exposedHeaders !== '') list.push('Access-Control-Expose-Headers', exposedHeaders);
  return list;
}

/** What the response to a preflight request allows. */
export interface PreflightGrant {
  /** Allowed methods, separated by commas; `''` for none. */
  readonly methods: string;
  /** Allowed request headers, separated by commas; `''` for none. */
  readonly headers: string;
  /** Seconds for which the browser may cache the response. */
  readonly maxAgeSeconds: number;
}

/** Returns the headers that the response to a preflight request has in addition to `corsHeaders`. */
export function preflightHeaders({ methods, headers, maxAgeSeconds }: PreflightGrant): string[] {
  const list: string[] = [];
  if (methods !== '') list.push('Access-Control-Allow-Methods', methods);
  if (headers !== '') list.push('Access-Control-Allow-Headers', headers);
  list.push('Access-Control-Max-Age', String(maxAgeSeconds));
  return list;
}

/** The attribute with the CORS decision about a preflight request, so that functions are called and requests counted only once. */
export const PREFLIGHT = 'oriel.cors';
