/** Metrics of a hub. */
export type HubMetrics = {
  /** Current subscribers, and all since the start. */
  readonly subscribers: number;
  readonly subscribersTotal: number;
  /** Topics and patterns with subscribers. */
  readonly topics: number;
  /** Updates dispatched in this process. */
  readonly updates: number;
  /** Updates delivered to subscribers, and updates withheld from subscribers that may not read them. */
  readonly delivered: number;
  readonly withheld: number;
  /** Bytes sent to subscribers. */
  readonly bytes: number;
  /** Subscribers disconnected because they were too slow, or because their token expired. */
  readonly cut: number;
  readonly expired: number;
  /** Rejected requests. */
  readonly refused: number;
  /** Updates that could not be published. */
  readonly failed: number;
  /** Size of the history in updates and bytes. */
  readonly historyCount: number;
  readonly historyBytes: number;
};

/** The metrics that only increase. */
export interface HubCounters {
  subscribersTotal: number;
  updates: number;
  delivered: number;
  withheld: number;
  bytes: number;
  cut: number;
  expired: number;
  refused: number;
  failed: number;
}

/** Returns counters that are all zero. */
export function createCounters(): HubCounters {
  const clients = { subscribersTotal: 0, cut: 0, expired: 0, refused: 0 };
  return { ...clients, updates: 0, delivered: 0, withheld: 0, bytes: 0, failed: 0 };
}
