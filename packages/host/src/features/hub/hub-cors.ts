import { ALLOW_ORIGIN, corsHeaders, isPreflight, preflightHeaders } from '../../http/cors-headers.ts';
import { HttpResponse } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { EmbeddedHubConfig } from './hub-config.ts';

/**
 * What pages of an origin may do: `own` and `trusted` use the hub with cookies, `any` without, `untrusted` cannot read its
 * responses.
 */
export type OriginTrust = 'own' | 'trusted' | 'any' | 'untrusted';

/** Returns the origin of a request from its `Origin` or `Referer` header; undefined if it has neither. */
export function getOrigin({ headers }: HttpContext): string | undefined {
  const origin = headers.get('origin');
  if (origin !== undefined) return origin;
  const referer = headers.get('referer');
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/** Returns what pages of an origin may do. */
export function getTrust(
  origin: string,
  context: HttpContext,
  { cors = [], publicUrl }: EmbeddedHubConfig,
): OriginTrust {
  if (origin === context.origin || (publicUrl !== undefined && origin === new URL(publicUrl).origin)) return 'own';
  if (cors === '*') return 'any';
  return cors.includes(origin) ? 'trusted' : 'untrusted';
}

/** Returns the CORS headers of a response of the hub, names and values in turn. */
export function hubCorsHeaders(context: HttpContext, config: EmbeddedHubConfig): string[] {
  if (config.cors === undefined || config.cors.length === 0) return [];
  const origin = context.headers.get('origin');
  const vary = config.cors === '*' ? [] : ['Vary', 'Origin'];
  if (origin === undefined) return vary;
  switch (getTrust(origin, context, config)) {
    case 'any':
      // A response to a request with cookies is never readable from every origin.
      return context.headers.has('cookie') ? [] : corsHeaders('*', false, EXPOSED_HEADERS);
    case 'trusted':
      return [...vary, ...corsHeaders(origin, true, EXPOSED_HEADERS)];
    default:
      return vary;
  }
}

/** Responds to OPTIONS, preflight requests included. @param allow the methods, as in the `Allow` header */
export function optionsResponse(context: HttpContext, config: EmbeddedHubConfig, allow: string): HttpResponse {
  const cors = hubCorsHeaders(context, config);
  const headers = ['Allow', allow, ...cors];
  if (isPreflight(context) && cors.includes(ALLOW_ORIGIN))
    headers.push(...preflightHeaders({ methods: allow, headers: ALLOWED_HEADERS, maxAgeSeconds: 7200 }));
  return new HttpResponse(204, headers);
}

const EXPOSED_HEADERS = 'Mercure-Last-Event-ID, Last-Event-ID, Link, WWW-Authenticate';
const ALLOWED_HEADERS = 'Authorization, Cache-Control, Content-Type, Last-Event-ID';
