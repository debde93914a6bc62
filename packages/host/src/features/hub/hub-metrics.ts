import type { Metric } from '../metrics/exposition.ts';

/** Metrics that only increase. */
export type HubCounters = ReturnType<typeof createCounters>;

export type HubMetrics = Readonly<
  HubCounters & Record<'subscribers' | 'topics' | 'historyCount' | 'historyBytes', number>
>;

/** Returns counters that are all zero. */
export function createCounters() {
  const clients = { subscribersTotal: 0, cut: 0, expired: 0, refused: 0 };
  return { ...clients, updates: 0, delivered: 0, withheld: 0, bytes: 0, failed: 0 };
}

/** Returns the metrics of a hub. @param numbers its values by their name in `HubMetrics`; others are ignored */
export function describeHubMetrics(numbers: Readonly<Record<string, number>>): Metric[] {
  return METRICS.flatMap(([key, name, type, help]) => {
    const value = numbers[key];
    if (value === undefined) return [];
    return [{ name: `oriel_hub_${name}`, type, help, samples: [{ value }], perProcess: PER_PROCESS.has(key) }];
  });
}

// Every worker dispatches each update and has the whole history.
const PER_PROCESS: ReadonlySet<string> = new Set(['topics', 'updates', 'historyCount', 'historyBytes']);

const METRICS: readonly (readonly [key: string, name: string, type: 'counter' | 'gauge', help: string])[] = [
  ['subscribers', 'subscribers', 'gauge', 'Current subscribers.'],
  ['subscribersTotal', 'subscribers_total', 'counter', 'Subscribers since the start.'],
  ['topics', 'topics', 'gauge', 'Topics and patterns with subscribers.'],
  ['updates', 'updates_total', 'counter', 'Updates dispatched in this process.'],
  ['delivered', 'deliveries_total', 'counter', 'Updates delivered to subscribers.'],
  ['withheld', 'withheld_total', 'counter', 'Updates withheld from subscribers that may not read them.'],
  ['bytes', 'sent_bytes_total', 'counter', 'Bytes sent to subscribers.'],
  ['cut', 'subscribers_cut_total', 'counter', 'Subscribers disconnected because they were too slow.'],
  ['expired', 'subscribers_expired_total', 'counter', 'Subscribers disconnected because their token expired.'],
  ['refused', 'requests_refused_total', 'counter', 'Rejected requests.'],
  ['failed', 'publish_failures_total', 'counter', 'Updates that could not be published.'],
  ['published', 'published_total', 'counter', 'Updates accepted by the external hub.'],
  ['retried', 'publish_retries_total', 'counter', 'Retries of requests to the external hub.'],
  ['dropped', 'publish_dropped_total', 'counter', 'Updates dropped because the queue of the external hub was full.'],
  ['waiting', 'publish_waiting', 'gauge', 'Updates queued for the external hub.'],
  ['historyCount', 'history_updates', 'gauge', 'Updates in the history.'],
  ['historyBytes', 'history_bytes', 'gauge', 'Bytes of the updates in the history.'],
  ['queueSent', 'queue_sent_total', 'counter', 'Published updates of live resources.'],
  ['queueRetried', 'queue_retried_total', 'counter', 'Retries of updates of live resources.'],
  ['queueFailed', 'queue_failed_total', 'counter', 'Updates of live resources that could not be published.'],
  ['queueDropped', 'queue_dropped_total', 'counter', 'Updates of live resources dropped because the queue was full.'],
  ['queueWaiting', 'queue_waiting', 'gauge', 'Queued updates of live resources.'],
];
