import { HttpResponse } from '../../core/http/response.ts';
import { Negotiator } from '../../core/http/negotiation.ts';
import type { HttpContext } from '../../core/http/context.ts';

/** Every page says the same as HTML, as JSON and as Markdown. */
export type Representation = 'html' | 'json' | 'md';

/** The last segment of a path without the suffix that asks for a twin: `a1b2c3.json`. */
export function splitSuffix(segment: string): { readonly name: string; readonly suffix: Representation | undefined } {
  const [, name = segment, suffix] = /^(.*)\.(json|md)$/s.exec(segment) ?? [];
  return { name, suffix: suffix as Representation | undefined };
}

/** What the client wants: the suffix says, else `Accept`; nothing acceptable still gets the page. */
export function negotiateRepresentation(context: HttpContext, suffix: Representation | undefined): Representation {
  return suffix ?? NEGOTIATOR.negotiate(context.headers.get('accept')).offer?.name ?? 'html';
}

/** The three ways to say it, each made only when it is wanted. */
export interface Representations {
  readonly html: (nonce: string) => string;
  readonly json: () => unknown;
  readonly md: () => string;
}

/** An answer in the representation wanted. Nothing keeps it, nothing indexes it, nothing frames it, and only its own script runs. */
export function createPageResponse(twins: Representations, as: Representation, status = 200): HttpResponse {
  const headers = [...SECURITY_HEADERS, 'Vary', 'Accept'];
  if (as === 'json')
    return new HttpResponse(
      status,
      ['Content-Type', 'application/json; charset=utf-8', ...headers],
      `${JSON.stringify(twins.json(), null, 2)}\n`,
    );
  if (as === 'md')
    return new HttpResponse(status, ['Content-Type', 'text/markdown; charset=utf-8', ...headers], twins.md());
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  return new HttpResponse(
    status,
    ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy(nonce), ...headers],
    twins.html(nonce),
  );
}

/** To another page of the profiler. */
export function redirect(location: string, status: 302 | 303 = 302): HttpResponse {
  return new HttpResponse(status, ['Location', location, ...SECURITY_HEADERS]);
}

/** What every answer of the profiler carries. */
export const SECURITY_HEADERS: readonly string[] = [
  ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Robots-Tag', 'noindex'],
  ...['Referrer-Policy', 'no-referrer', 'Cross-Origin-Resource-Policy', 'same-origin'],
  // A page that opened this one keeps no reference to its window, and none shows it in a frame.
  ...['Cross-Origin-Opener-Policy', 'same-origin', 'X-Frame-Options', 'DENY'],
];

const NEGOTIATOR = new Negotiator<{ name: Representation; types: readonly string[] }>([
  { name: 'html', types: ['text/html', 'application/xhtml+xml'] },
  { name: 'json', types: ['application/json'] },
  { name: 'md', types: ['text/markdown', 'text/plain'] },
]);

function policy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}
