import { number, withDefaults } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';

/** Limits of an embedded hub. */
export interface HubLimits {
  /**
   * Concurrent subscribers per IPv4 address or IPv6 /64. Loopback addresses have no limit unless it is set.
   * @default 256
   * @unit subscribers
   */
  readonly perAddress?: number;
}

/** Size of the history of an embedded hub. The oldest updates are removed first. */
export interface HistoryLimits {
  /**
   * The number of updates.
   * @default 1_000
   * @unit updates
   */
  readonly count?: number;
}

export const HUB_LIMIT_SETTINGS = {
  perAddress: number({ default: 256, fractions: true }),
} satisfies Settings<HubLimits>;

export const HISTORY_SETTINGS = {
  count: number({ default: 1_000 }),
} satisfies Settings<HistoryLimits>;

/** All limits of a hub. Those that no application needs to change are not in the configuration. */
export type AllHubLimits = Readonly<ReturnType<typeof resolveHubLimits>>;

/** Returns the limits of a hub. */
export function resolveHubLimits(limits: HubLimits = {}) {
  return {
    ...withDefaults(HUB_LIMIT_SETTINGS, limits),
    /** Bytes of the data of one update. */
    data: 1_048_576,
    subscribers: 100_000,
    /** Topics of one update. */
    topics: 100,
    /** Characters of a topic, an id or a type. */
    text: 2_048,
    /** Matchers of one subscriber. */
    matchers: 100,
    /** Characters of a matcher. */
    pattern: 1_024,
    /** Total steps of the patterns of one subscriber; `/api/cities/:id` has 17. */
    steps: 5_000,
    /** Matchers in one token. */
    grants: 1_000,
    /** Characters of a token. */
    token: 16_384,
  };
}
