import { group } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { EMBEDDED_HUB_SETTINGS, EXTERNAL_HUB_SETTINGS } from './hub-config.ts';
import type { HubConfig } from './hub-config.ts';

const FIX = { code: 'ORIEL_CONFIG_HUB', fix: 'Use an object such as hub: { secret: process.env.HUB_SECRET }' };
const EMBEDDED = group(EMBEDDED_HUB_SETTINGS, FIX);
const EXTERNAL = group(EXTERNAL_HUB_SETTINGS, FIX);

/** Reports invalid hub settings. Issues never contain secrets. */
export function* validateHub(hub: HubConfig): Generator<ConfigIssue> {
  yield* (hub?.url === undefined ? EMBEDDED : EXTERNAL).validate('hub', hub);
}
