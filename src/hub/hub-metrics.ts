/** What a hub has done so far, and what it does now. */
export type HubMetrics = {
  /** Subscribers now, and ever. */
  readonly subscribers: number;
  readonly subscribersTotal: number;
  /** Topics and patterns that somebody listens to now. */
  readonly topics: number;
  /** Updates dispatched in this process. */
  readonly updates: number;
  /** Updates handed to subscribers. */
  readonly delivered: number;
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

export type HubCounters = {
  -readonly [Key in 'subscribersTotal' | 'updates' | 'delivered' | 'cut' | 'expired' | 'refused' | 'failed']: number;
};
