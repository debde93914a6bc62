import type { ProfileSummary } from '../../profile.ts';

/** What nobody looks for unless it fails: questions of load balancers, and what browsers ask on their own. */
export type BackgroundRequest = 'health' | 'probes';

/**
 * Which noise a profile is; undefined when it is none. A health check that fails is none. Those that a host answers by
 * its own `health` leave no profile; here are those of routes, known by a usual path, or at any path by the route's name.
 */
export function classifyBackgroundRequest({
  path,
  method,
  status,
  route,
}: Pick<ProfileSummary, 'path' | 'method' | 'status' | 'route'>): BackgroundRequest | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (HEALTH.test(path) || (route !== undefined && HEALTH_ROUTE.test(route)))
    return status < 400 ? 'health' : undefined;
  // Browsers ask for these everywhere; that they do not exist is no news.
  return PROBES.test(path) && status < 500 ? 'probes' : undefined;
}

const HEALTH = /^\/(?:_?health|healthz?|livez|readyz|health\/(?:live|ready))\/?$/;
// The whole name: `health.list` and `health_records` may be of a resource that is about health.
const HEALTH_ROUTE =
  /^_?(?:health(?:z|[-_.]?check)?|livez|readyz|liveness|readiness|health[-_.](?:live|ready|liveness|readiness))$/;
const PROBES =
  /^\/(?:favicon\.ico|apple-touch-icon(?:-precomposed|-\d+x\d+){0,2}\.png|\.well-known\/appspecific\/com\.chrome\.devtools\.json)$/;
