import { HttpResponse } from 'oriel-core/http';
import { formatMetrics } from '../metrics/exposition.ts';
import { createTokenTest } from '../metrics/metrics-token.ts';
import { describeHubMetrics } from './hub-metrics.ts';
import { METRICS_PATH } from './hub-config.ts';
import type { MetricsConfig } from './hub-config.ts';
import type { HubRoute } from './hub-endpoint.ts';
import { HubTokenError } from './hub-error.ts';
import { message } from 'oriel-core/messages';

/**
 * Creates the route that returns the metrics of a hub in the text format of Prometheus (version 0.0.4). It requires the token.
 *
 * @param read returns the current values by their name in `HubMetrics`; others are ignored
 */
export function metricsRoute(
  { token, path = METRICS_PATH }: MetricsConfig,
  read: () => Readonly<Record<string, number>>,
): HubRoute {
  const isAuthorized = createTokenTest(`Bearer ${token}`);
  return {
    name: 'hub.metrics',
    line: `GET ${path}`,
    handle: ({ headers }) => {
      const authorization = headers.get('authorization');
      if (authorization === undefined) throw new HubTokenError(undefined, message('hub.token-required'), undefined);
      if (!isAuthorized(authorization))
        throw new HubTokenError('invalid_token', message('hub.invalid-token'), undefined);
      const list = ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control', 'no-store'];
      return new HttpResponse(200, list, formatMetrics(describeHubMetrics(read())));
    },
  };
}
