import { HUB_PATH, METRICS_PATH } from './hub-config.ts';
import type { HubConfig } from './hub-config.ts';
import { METADATA_PATH } from './hub-authentication.ts';
import { SUBSCRIPTIONS_PATH } from './subscription-document.ts';

/** The paths of an embedded hub, without its metrics. */
export const HUB_PATHS: readonly string[] = [HUB_PATH, SUBSCRIPTIONS_PATH, METADATA_PATH];

/** Returns the paths that require tokens of the hub; for an external hub only the path of the metrics. */
export function hubPaths({ url, metrics }: HubConfig): readonly string[] {
  return [...(url === undefined ? HUB_PATHS : []), ...(metrics === undefined ? [] : [metrics.path ?? METRICS_PATH])];
}
