import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpResponse } from '../../core/http/response.ts';
import { METRICS_PATH } from './hub-config.ts';
import type { MetricsConfig } from './hub-config.ts';
import type { HubRoute } from './hub-endpoint.ts';
import { HubTokenError } from './hub-error.ts';
import { message } from '../../core/messages/message.ts';

/**
 * Creates the route that returns the metrics of a hub in the text format of Prometheus (version 0.0.4). It requires the token.
 *
 * @param read returns the current values by their name in `HubMetrics`; others are ignored
 */
export function metricsRoute(
  { token, path = METRICS_PATH }: MetricsConfig,
  read: () => Readonly<Record<string, number>>,
): HubRoute {
  const expected = digest(`Bearer ${token}`);
  return {
    name: 'hub.metrics',
    line: `GET ${path}`,
    handle: ({ headers }) => {
      const authorization = headers.get('authorization');
      if (authorization === undefined) throw new HubTokenError(undefined, message('hub.token-required'), undefined);
      if (!timingSafeEqual(digest(authorization), expected))
        throw new HubTokenError('invalid_token', message('hub.invalid-token'), undefined);
      const list = ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control', 'no-store'];
      return new HttpResponse(200, list, metricsText(read()));
    },
  };
}

function metricsText(numbers: Readonly<Record<string, number>>): string {
  let text = '';
  for (const [key, name, type, help] of METRICS) {
    const value = numbers[key];
    if (value === undefined) continue;
    text += `# HELP oriel_hub_${name} ${help}\n# TYPE oriel_hub_${name} ${type}\noriel_hub_${name} ${value}\n`;
  }
  return text;
}

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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
