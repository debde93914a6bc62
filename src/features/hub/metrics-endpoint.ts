import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpResponse } from '../../core/http/response.ts';
import { METRICS_PATH } from './hub-config.ts';
import type { MetricsConfig } from './hub-config.ts';
import type { HubRoute } from './hub-endpoint.ts';
import { HubTokenError } from './hub-error.ts';

/**
 * The route that tells how a hub is, in the text format of Prometheus (version 0.0.4), to whoever has the token.
 *
 * @param read gives the numbers of now, by the names of `metrics`; those that are not listed here are not told
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
      const given = headers.get('authorization');
      if (given === undefined) throw new HubTokenError(undefined, 'A token is needed here', undefined);
      if (!timingSafeEqual(digest(given), expected))
        throw new HubTokenError('invalid_token', 'The token is not valid', undefined);
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
  ['subscribers', 'subscribers', 'gauge', 'Subscribers now.'],
  ['subscribersTotal', 'subscribers_total', 'counter', 'Subscribers ever.'],
  ['topics', 'topics', 'gauge', 'Topics and patterns that somebody listens to.'],
  ['updates', 'updates_total', 'counter', 'Updates dispatched in this process.'],
  ['delivered', 'deliveries_total', 'counter', 'Updates handed to subscribers.'],
  ['withheld', 'withheld_total', 'counter', 'Updates that a subscriber wanted and may not have.'],
  ['bytes', 'sent_bytes_total', 'counter', 'Bytes handed to subscribers.'],
  ['cut', 'subscribers_cut_total', 'counter', 'Subscribers cut because they were too slow.'],
  ['expired', 'subscribers_expired_total', 'counter', 'Subscribers whose token had ended.'],
  ['refused', 'requests_refused_total', 'counter', 'Requests that were refused.'],
  ['failed', 'publish_failures_total', 'counter', 'Updates that could not be published.'],
  ['published', 'published_total', 'counter', 'Updates that the hub elsewhere has taken.'],
  ['retried', 'publish_retries_total', 'counter', 'Attempts after the first at the hub elsewhere.'],
  ['dropped', 'publish_dropped_total', 'counter', 'Updates that found no room to wait for the hub elsewhere.'],
  ['waiting', 'publish_waiting', 'gauge', 'Updates on their way to the hub elsewhere.'],
  ['historyCount', 'history_updates', 'gauge', 'Updates kept for those who come back.'],
  ['historyBytes', 'history_bytes', 'gauge', 'Bytes of the updates that are kept.'],
  ['queueSent', 'queue_sent_total', 'counter', 'Updates of live resources that were published.'],
  ['queueRetried', 'queue_retried_total', 'counter', 'Attempts after the first to publish one.'],
  ['queueFailed', 'queue_failed_total', 'counter', 'Updates of live resources that were given up.'],
  ['queueDropped', 'queue_dropped_total', 'counter', 'Updates of live resources that found no room to wait.'],
  ['queueWaiting', 'queue_waiting', 'gauge', 'Updates of live resources that wait.'],
];

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
