import { CorsListener } from './cors-listener.ts';
import { CorsPolicy } from './cors-policy.ts';
import type { FeatureHeaders } from './compiled-rule.ts';
import { compileOrigin } from './compile-origin.ts';
import type { HostConfig } from '../../host/config.ts';
import { loadFeature } from '../../host/feature-table.ts';
import type { PipelineParts } from '../../host/pipeline.ts';

export { wrongCors } from './check-cors.ts';

/** The rules for other origins of one host, and the listener that keeps them; only hosts that have some load this. */
export interface Cors {
  readonly policy: CorsPolicy;
  readonly listeners: PipelineParts;
}

/** Puts the rules together. @param host with `cors` */
export function createCors(host: HostConfig): Cors {
  const policy = createCorsPolicy(host);
  return { policy, listeners: { cors: new CorsListener(policy) } };
}

/** The rules alone, for whoever tells what they came to. */
export function createCorsPolicy(host: HostConfig): CorsPolicy {
  const { hub } = host;
  // The hub answers preflights and sets CORS headers at its own paths, as soon as it has origins of its own.
  const own = hub !== undefined && hub.url === undefined && hub.cors !== undefined ? loadFeature('hub').HUB_PATHS : [];
  return new CorsPolicy(host.cors!, compileOrigin, featureHeaders(host), own);
}

/** The request headers that authenticators and CSRF protection read. */
export function featureHeaders({ security, sessions }: HostConfig): FeatureHeaders {
  const authenticators = (security?.firewalls ?? []).flatMap(({ authenticators: each = [] }) => each);
  return {
    always: [...new Set(authenticators.flatMap(({ header }) => header?.toLowerCase() ?? []))],
    withCredentials: sessions !== undefined && sessions.csrf !== false ? ['x-csrf-token'] : [],
  };
}
