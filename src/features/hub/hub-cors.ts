import { HttpResponse } from '../../core/http/response.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { EmbeddedHubConfig } from './hub-config.ts';

/** What pages of this origin may do with the hub: with cookies, without, or nothing beyond what any page may. */
export type OriginRight = 'own' | 'trusted' | 'anybody' | 'stranger';

/** Where a request comes from, as the browser says it; undefined when nothing is said. */
export function originOf({ headers }: HttpContext): string | undefined {
  const origin = headers.get('origin');
  if (origin !== undefined) return origin;
  const referer = headers.get('referer');
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/** What may be done from this origin? */
export function rightOf(
  origin: string,
  context: HttpContext,
  { cors = [], publicUrl }: EmbeddedHubConfig,
): OriginRight {
  if (origin === context.origin || (publicUrl !== undefined && origin === new URL(publicUrl).origin)) return 'own';
  if (cors === '*') return 'anybody';
  return cors.includes(origin) ? 'trusted' : 'stranger';
}

/** The headers that let a page of another origin read the answer (Fetch standard), as names and values in turn. */
export function corsHeaders(context: HttpContext, config: EmbeddedHubConfig): string[] {
  if (config.cors === undefined || config.cors.length === 0) return [];
  const origin = context.headers.get('origin');
  const vary = config.cors === '*' ? [] : ['Vary', 'Origin'];
  if (origin === undefined) return vary;
  switch (rightOf(origin, context, config)) {
    case 'anybody':
      // Not for what was asked with cookies, whatever the answer.
      if (context.headers.has('cookie')) return [];
      return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED];
    case 'trusted':
      return [
        ...vary,
        ...['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'],
        ...['Access-Control-Expose-Headers', EXPOSED],
      ];
    default:
      return vary;
  }
}

/** The answer to OPTIONS, and to a browser that asks before it sends a request from elsewhere. */
export function preflight(context: HttpContext, config: EmbeddedHubConfig, allow: string): HttpResponse {
  const headers = ['Allow', allow, ...corsHeaders(context, config)];
  if (headers.includes('Access-Control-Allow-Origin') && context.headers.has('access-control-request-method'))
    headers.push(
      ...['Access-Control-Allow-Methods', allow, 'Access-Control-Allow-Headers', ALLOWED],
      ...['Access-Control-Max-Age', '7200'],
    );
  return new HttpResponse(204, headers);
}

const EXPOSED = 'Mercure-Last-Event-ID, Last-Event-ID, Link, WWW-Authenticate';
const ALLOWED = 'Authorization, Cache-Control, Content-Type, Last-Event-ID';
