import type { ProfileSummary } from '../../../profile/profile.ts';

/** A kind of request that the list hides by default: health checks, and files that browsers request on their own. */
export type BackgroundRequest = 'health' | 'probes';

/**
 * Returns the kind of background request, or undefined for any other request. Health checks are recognized by a common
 * path or by the name of their route; a health check that fails is listed. The host's own health endpoints are never
 * recorded.
 */
export function classifyBackgroundRequest({
  path,
  method,
  status,
  route,
}: Pick<ProfileSummary, 'path' | 'method' | 'status' | 'route'>): BackgroundRequest | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (HEALTH_PATH.test(path) || (route !== undefined && HEALTH_ROUTE.test(route)))
    return status < 400 ? 'health' : undefined;
  // A 404 for these is normal: browsers request them from every host.
  return PROBE_PATH.test(path) && status < 500 ? 'probes' : undefined;
}

const HEALTH_PATH = /^\/(?:_?health|healthz?|livez|readyz|startupz|health\/(?:live|ready))\/?$/;
// Matches the whole name, because `health.list` and `health_records` may belong to a resource.
const HEALTH_ROUTE =
  /^_?(?:health(?:z|[-_.]?check)?|livez|readyz|startupz|liveness|readiness|health[-_.](?:live|ready|liveness|readiness))$/;
const PROBE_PATH =
  /^\/(?:favicon\.ico|apple-touch-icon(?:-precomposed|-\d+x\d+){0,2}\.png|\.well-known\/appspecific\/com\.chrome\.devtools\.json)$/;
