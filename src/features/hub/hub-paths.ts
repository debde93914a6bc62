import { HUB_PATH, METRICS_PATH } from './hub-config.ts';
import type { HubConfig } from './hub-config.ts';
import { METADATA_PATH } from './hub-authentication.ts';
import { SUBSCRIPTIONS_PATH } from './subscription-document.ts';

/** The paths of a hub inside the host, without its metrics. */
export const HUB_PATHS: readonly string[] = [HUB_PATH, SUBSCRIPTIONS_PATH, METADATA_PATH];

/** The paths where a hub asks for tokens of its own; of one elsewhere, that of the metrics alone. */
export function hubPaths({ url, metrics }: HubConfig): readonly string[] {
  return [...(url === undefined ? HUB_PATHS : []), ...(metrics === undefined ? [] : [metrics.path ?? METRICS_PATH])];
}
