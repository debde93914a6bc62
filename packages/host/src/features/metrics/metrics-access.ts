import { foreignPageReason, remoteReason, HttpResponse } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { ResolvedMetrics } from './metrics-config.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Creates the check of who may read the metrics: every client, clients with the token, or clients on the same machine.
 *
 * @returns a function that returns the response to a request which may not; undefined if it may
 */
export function createMetricsAccess({
  access,
  token,
}: Pick<ResolvedMetrics, 'access' | 'token'>): (context: HttpContext) => HttpResponse | undefined {
  if (access === 'public') return () => undefined;
  if (token === undefined) return refuseRemote;
  const isToken = createTokenTest(token);
  return ({ headers }) => {
    const [, sent] = BEARER.exec(headers.get('authorization') ?? '') ?? [];
    if (sent !== undefined && isToken(sent)) return undefined;
    return problem(401, 'Unauthorized', 'The metrics need their token: Authorization: Bearer …', [
      'WWW-Authenticate',
      'Bearer realm="metrics"',
    ]);
  };
}

function refuseRemote(context: HttpContext): HttpResponse | undefined {
  const reason = remoteReason(context) ?? foreignPageReason(context);
  if (reason === undefined) return undefined;
  return problem(403, 'Forbidden', `Only clients on the same machine may read the metrics; ${reason}`, []);
}

function problem(status: number, title: string, detail: string, headers: readonly string[]): HttpResponse {
  const problemHeaders = [
    'Content-Type',
    'application/problem+json',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ];
  return new HttpResponse(
    status,
    [...problemHeaders, ...headers],
    JSON.stringify({ type: 'about:blank', title, status, detail }),
  );
}

const BEARER = /^bearer (\S{1,1024})$/i;

/** Returns a function that checks in constant time whether a text is the token of metrics. */
function createTokenTest(token: string): (sent: string) => boolean {
  const expected = digest(token);
  return (sent) => timingSafeEqual(digest(sent), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
