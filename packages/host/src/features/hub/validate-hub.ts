import { group, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { EMBEDDED_HUB_SETTINGS, EXTERNAL_HUB_SETTINGS } from './hub-config.ts';
import type { EmbeddedHubConfig, HubConfig } from './hub-config.ts';

const CODE = 'ORIEL_CONFIG_HUB';
const FIX = { code: CODE, fix: 'Use an object such as hub: { secret: process.env.HUB_SECRET }' };
const EMBEDDED = group(EMBEDDED_HUB_SETTINGS, FIX);
const EXTERNAL = group(EXTERNAL_HUB_SETTINGS, FIX);

/** Reports invalid hub settings. Issues never contain secrets. */
export function* validateHub(hub: HubConfig): Generator<ConfigIssue> {
  yield* (hub?.url === undefined ? EMBEDDED : EXTERNAL).validate('hub', hub);
  const { tokenInQuery, dialects } = Object(hub) as EmbeddedHubConfig;
  if (tokenInQuery !== true || !Array.isArray(dialects) || dialects.includes('earlier')) return;
  const fix = 'Remove it; only the earlier dialect has tokens in the query';
  yield issue(CODE, 'hub.tokenInQuery', 'It is true', fix);
}
