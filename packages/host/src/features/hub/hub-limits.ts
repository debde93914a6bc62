import type { Duration } from 'oriel-core/http';

/** Limits of an embedded hub. */
export interface HubLimits {
  /**
   * Size of the data of one update.
   * @default 1_048_576
   * @unit bytes
   */
  readonly data: number;
  /**
   * Topics of one update.
   * @default 100
   * @unit topics
   */
  readonly topics: number;
  /**
   * Length of a topic, an id or a type.
   * @default 2_048
   * @unit characters
   */
  readonly text: number;
  /**
   * Matchers of one subscriber.
   * @default 100
   * @unit matchers
   */
  readonly matchers: number;
  /**
   * Length of a matcher.
   * @default 1_024
   * @unit characters
   */
  readonly pattern: number;
  /**
   * Total steps of the patterns of one subscriber; `/api/cities/:id` has 17.
   * @default 5_000
   * @unit steps
   */
  readonly steps: number;
  /**
   * Matchers in one token.
   * @default 1_000
   * @unit matchers
   */
  readonly grants: number;
  /**
   * Length of a token.
   * @default 16_384
   * @unit characters
   */
  readonly token: number;
  /**
   * Concurrent subscribers.
   * @default 100_000
   * @unit subscribers
   */
  readonly subscribers: number;
  /**
   * Concurrent subscribers per IPv4 address or IPv6 /64. Loopback addresses have no limit unless it is set.
   * @default 256
   * @unit subscribers
   */
  readonly perAddress: number;
  /**
   * The time until a subscriber has to reconnect, even if its token is still valid; 0 for no limit.
   * @default 0
   */
  readonly lifetime: Duration;
}

/** Size of the history of an embedded hub. The oldest updates are removed first. */
export interface HistoryLimits {
  /**
   * The number of updates.
   * @default 1_000
   * @unit updates
   */
  readonly count?: number;
  /**
   * The size of all updates.
   * @default 4_194_304
   * @unit bytes
   */
  readonly bytes?: number;
}

/** The defaults of {@link HubLimits}. */
export const DEFAULT_LIMITS: HubLimits = {
  data: 1024 * 1024,
  topics: 100,
  text: 2048,
  matchers: 100,
  pattern: 1024,
  steps: 5000,
  grants: 1000,
  token: 16_384,
  subscribers: 100_000,
  perAddress: 256,
  lifetime: 0,
};
