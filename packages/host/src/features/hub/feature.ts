import { issue } from 'oriel-core/configuration';
import type { Feature } from '../feature.ts';
import { HOST_HUB, OWN_CORS_PATHS } from '../service-keys.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { validateHubAccess, validateHubSecret, HUB_PATHS, validateHub } from './validate-hub-access.ts';
import { describeHubMetrics } from './hub-metrics.ts';
import type { HubConfig } from './hub-config.ts';
import { HUB_ROUTES } from './hub-endpoint.ts';

export interface HubSettings {
  readonly hub?: HubConfig;
  readonly security?: SecurityConfig;
}

export { createHub } from './host-hub.ts';

export const feature: Feature<HubSettings> = {
  name: 'hub',
  validate: ({ hub }) => (hub === undefined ? [] : validateHub(hub)),
  validateReferences: ({ hub, security }) =>
    hub === undefined || security === undefined
      ? []
      : [...validateHubAccess(hub, security), ...validateHubSecret(hub, security)],
  *validateProduction({ hub }) {
    if (hub === undefined || hub.url !== undefined || hub.publicUrl !== undefined) return;
    const reason =
      'It is missing, so the issuer and the audience of tokens are unknown, and a token of another hub with the same secret would be accepted';
    const fix = "Set it to the URL that clients use: publicUrl: 'https://example.com/.well-known/mercure'";
    yield issue('ORIEL_HUB_PUBLIC_URL', 'hub.publicUrl', reason, fix);
  },
  *sharedState({ hub }, spread) {
    if (hub === undefined || hub.url !== undefined) return;
    yield {
      name: 'updates of the hub',
      // Workers exchange the updates of a hub through their primary process.
      shared: hub.transport === undefined ? 'machine' : hub.transport.shared,
      code: 'HUB',
      place: 'hub.transport',
      effect: 'have its own hub, and an update would reach the subscribers of one of them only',
      fix:
        spread === 'workers'
          ? 'Remove the transport'
          : `Set ${STATE_REDIS}, or use a shared transport, such as redisHubTransport(client)`,
    };
  },
  routeNames: ({ hub }) => (hub === undefined || hub.url !== undefined ? [] : HUB_ROUTES),
  prepare({ hub }, { provide }) {
    if (hub?.url === undefined && hub?.cors !== undefined) provide(OWN_CORS_PATHS, HUB_PATHS);
  },
  create(_config, { find }) {
    const hub = find(HOST_HUB);
    if (hub === undefined) return {};
    return {
      routes: hub.routes,
      checksAccess: true,
      endStreams: () => hub.drain(),
      metrics: () => describeHubMetrics(hub.publisher.metrics),
    };
  },
};
