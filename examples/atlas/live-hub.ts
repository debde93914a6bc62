import { randomBytes } from 'node:crypto';
import type { HubConfig } from 'oriel/hub';

/**
 * The hub that tells of cities, to anybody. `HUB_SECRET`, `HUB_ISSUER` and `HUB_AUDIENCE` configure it; without a secret there
 * is a random one for each start, and then tokens end with it.
 */
export function liveHub({ HUB_SECRET: secret, HUB_ISSUER: issuer, HUB_AUDIENCE: audience } = process.env): HubConfig {
  return {
    secret: secret || randomBytes(48).toString('base64'),
    ...(issuer ? { issuer } : {}),
    ...(audience ? { audience } : {}),
    anonymous: true,
  };
}
