/** What a hub has done so far, and what it does now. */
export type HubMetrics = {
  /** Subscribers now, and ever. */
  readonly subscribers: number;
  readonly subscribersTotal: number;
  /** Topics and patterns that somebody listens to now. */
  readonly topics: number;
  /** Updates dispatched in this process. */
  readonly updates: number;
  /** Updates handed to subscribers, and those that were kept from somebody who wants them and may not have them. */
  readonly delivered: number;
  readonly withheld: number;
  /** Bytes handed to subscribers. */
  readonly bytes: number;
  /** Subscribers that were cut because they were too slow, or left because their token had expired. */
  readonly cut: number;
  readonly expired: number;
  /** Requests that were refused. */
  readonly refused: number;
  /** Updates that could not be published. */
  readonly failed: number;
  /** What is kept for those who come back. */
  readonly historyCount: number;
  readonly historyBytes: number;
};

/** What only ever grows. */
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

/** All at zero. */
export function newCounters(): HubCounters {
  const clients = { subscribersTotal: 0, cut: 0, expired: 0, refused: 0 };
  return { ...clients, updates: 0, delivered: 0, withheld: 0, bytes: 0, failed: 0 };
}
