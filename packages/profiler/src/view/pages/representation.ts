import { HttpResponse, Negotiator } from 'oriel-core/http';
import { renderPage } from './page-layout.ts';
import type { PageLayout } from './page-layout.ts';
import type { PageRequest } from './page-request.ts';

/** Each page is available as HTML, JSON and Markdown. */
export type Representation = 'html' | 'json' | 'md';

/** Splits the last path segment into its name and a representation suffix, as in `a1b2c3.json`. */
export function splitSuffix(segment: string): { readonly name: string; readonly suffix: Representation | undefined } {
  const [, name = segment, suffix] = /^(.*)\.(json|md)$/s.exec(segment) ?? [];
  return { name, suffix: suffix as Representation | undefined };
}

/** Returns the representation of the suffix, else of the `Accept` header, else HTML. */
export function negotiateRepresentation({ context }: PageRequest, suffix: Representation | undefined): Representation {
  return suffix ?? NEGOTIATOR.negotiate(context.headers.get('accept')).offer?.name ?? 'html';
}

export interface Representations {
  readonly html: () => PageLayout;
  readonly json: () => unknown;
  readonly md: () => string;
}

/** Creates the response with the representation of the suffix, or with the one that the client accepts. */
export function createPageResponse(
  request: PageRequest,
  { html, json, md }: Representations,
  suffix?: Representation,
  status = 200,
): HttpResponse {
  const as = negotiateRepresentation(request, suffix);
  if (as === 'html') return createHtmlResponse(status, (nonce) => renderPage(request, nonce, html()));
  const [type, body] =
    as === 'md' ? ['text/markdown', md()] : ['application/json', `${JSON.stringify(json(), null, 2)}\n`];
  return new HttpResponse(status, ['Content-Type', `${type}; charset=utf-8`, ...PAGE_HEADERS], body);
}

/** Creates the response with a page. It is not cached, indexed or framed, and only its own script runs. */
export function createHtmlResponse(status: number, render: (nonce: string) => string): HttpResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  return new HttpResponse(
    status,
    [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ...PAGE_HEADERS,
    ],
    render(nonce),
  );
}

/** Redirects to another page of the profiler. */
export function redirect(location: string, status: 302 | 303 = 302): HttpResponse {
  return new HttpResponse(status, ['Location', location, ...SECURITY_HEADERS]);
}

/** Headers of every response of the profiler. */
export const SECURITY_HEADERS: readonly string[] = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'X-Robots-Tag',
  'noindex',
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  // Other pages cannot keep a reference to the profiler's window or show it in a frame.
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
];

const PAGE_HEADERS = [...SECURITY_HEADERS, 'Vary', 'Accept'];

const NEGOTIATOR = new Negotiator<{ name: Representation; types: readonly string[] }>([
  { name: 'html', types: ['text/html', 'application/xhtml+xml'] },
  { name: 'json', types: ['application/json'] },
  { name: 'md', types: ['text/markdown', 'text/plain'] },
]);
