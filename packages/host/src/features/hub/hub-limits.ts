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
export interface AllHubLimits {
  /** Bytes of the data of one update. */
  readonly data: number;
  readonly subscribers: number;
  readonly perAddress: number;
  /** Topics of one update. */
  readonly topics: number;
  /** Characters of a topic, an id or a type. */
  readonly text: number;
  /** Matchers of one subscriber. */
  readonly matchers: number;
  /** Characters of a matcher. */
  readonly pattern: number;
  /** Total steps of the patterns of one subscriber; `/api/cities/:id` has 17. */
  readonly steps: number;
  /** Matchers in one token. */
  readonly grants: number;
  /** Characters of a token. */
  readonly token: number;
}

/** Returns the limits of a hub. */
export function resolveHubLimits(limits: HubLimits = {}): AllHubLimits {
  return {
    ...withDefaults(HUB_LIMIT_SETTINGS, limits),
    data: 1_048_576,
    subscribers: 100_000,
    topics: 100,
    text: 2_048,
    matchers: 100,
    pattern: 1_024,
    steps: 5_000,
    grants: 1_000,
    token: 16_384,
  };
}
