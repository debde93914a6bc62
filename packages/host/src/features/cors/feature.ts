import type { Feature } from '../feature.ts';
import { OWN_CORS_PATHS } from '../service-keys.ts';
import type { FeatureHeaders } from './cors-policy.ts';
import { corsCollector } from '../profiler/cors-collector.ts';
import { validateCors } from './validate-cors.ts';
import type { CorsConfig } from './cors-config.ts';
import { createCorsListener } from './cors-listener.ts';
import { createCorsPolicy } from './cors-policy.ts';

export interface CorsSettings {
  readonly cors?: CorsConfig;
  readonly origins?: readonly string[];
  readonly sessions?: { readonly csrf?: object | false };
  readonly security?: {
    readonly firewalls: readonly { readonly authenticators?: readonly { readonly header?: string | undefined }[] }[];
  };
}

export const feature: Feature<CorsSettings> = {
  name: 'cors',
  validate: ({ cors, origins }) => (cors === undefined ? [] : validateCors(cors, origins)),
  create(config, { find }) {
    if (config.cors === undefined) return {};
    const policy = createCorsPolicy(config.cors, featureHeaders(config), find(OWN_CORS_PATHS) ?? []);
    return { listeners: { cors: createCorsListener(policy) }, collectors: [corsCollector(policy)] };
  },
};

function featureHeaders({ security, sessions }: CorsSettings): FeatureHeaders {
  const authenticators = (security?.firewalls ?? []).flatMap((firewall) => firewall.authenticators ?? []);
  return {
    always: [...new Set(authenticators.flatMap(({ header }) => header?.toLowerCase() ?? []))],
    withCredentials: sessions !== undefined && sessions.csrf !== false ? ['x-csrf-token'] : [],
  };
}
