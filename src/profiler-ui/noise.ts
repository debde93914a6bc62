import type { ProfileSummary } from '../profiler/index.ts';

/** What nobody looks for unless it fails: questions of load balancers, and what browsers ask on their own. */
export type Noise = 'health' | 'probes';

/** Which noise a profile is; undefined when it is none. A health check that fails is none. */
export function noiseOf({
  path,
  method,
  status,
}: Pick<ProfileSummary, 'path' | 'method' | 'status'>): Noise | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (HEALTH.test(path)) return status < 400 ? 'health' : undefined;
  // Browsers ask for these everywhere; that they do not exist is no news.
  return PROBES.test(path) && status < 500 ? 'probes' : undefined;
}

const HEALTH = /^\/(?:_?health|healthz?|livez|readyz|health\/(?:live|ready))\/?$/;
const PROBES =
  /^\/(?:favicon\.ico|apple-touch-icon(?:-precomposed|-\d+x\d+){0,2}\.png|\.well-known\/appspecific\/com\.chrome\.devtools\.json)$/;
