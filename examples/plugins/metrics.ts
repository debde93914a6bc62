import { HttpResponse, on, plugin, route } from 'oriel';
import type { Plugin } from 'oriel';

/** Settings of the metrics plugin. */
export interface MetricsOptions {
  /** Path of the endpoint. Default `/metrics`. */
  readonly path?: string;
  /** Upper bounds of the histogram in milliseconds. */
  readonly buckets?: readonly number[];
}

/**
 * A plugin that counts requests by route and status and measures their duration, in the text format of Prometheus (0.0.4).
 * Routes are few, so the number of time series is bounded; requests without a route are counted as `(none)`.
 */
export function metrics({ path = '/metrics', buckets = BUCKETS }: MetricsOptions = {}): Plugin {
  const series = new Map<string, Series>();
  return plugin({
    name: 'metrics',
    *validate() {
      if (path.startsWith('/')) return;
      const reason = `It is ${JSON.stringify(path)}`;
      yield { code: 'METRICS_PATH', place: 'metrics({ path })', reason, fix: "Begin it with a slash: '/metrics'" };
    },
    routes: [route('metrics', `GET ${path}`, { handle: () => textResponse(series, buckets) })],
    listeners: [
      on('kernel.terminate', 0, 'metrics', ({ context, response, delivery }) => {
        const labels = `route="${context.route?.name ?? '(none)'}",method="${context.method}",status="${response.status}"`;
        let found = series.get(labels);
        if (found === undefined) series.set(labels, (found = { counts: buckets.map(() => 0), total: 0, sum: 0 }));
        found.total++;
        found.sum += delivery.milliseconds;
        for (const [index, bound] of buckets.entries()) if (delivery.milliseconds <= bound) found.counts[index]!++;
      }),
    ],
  });
}

interface Series {
  /** Requests that took at most as long as each bucket. */
  readonly counts: number[];
  total: number;
  /** Milliseconds of all requests. */
  sum: number;
}

const BUCKETS: readonly number[] = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

function textResponse(series: ReadonlyMap<string, Series>, buckets: readonly number[]): HttpResponse {
  const name = 'http_request_duration_milliseconds';
  const lines = [`# HELP ${name} Duration of requests.`, `# TYPE ${name} histogram`];
  for (const [labels, { counts, total, sum }] of series) {
    for (const [index, bound] of buckets.entries())
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${counts[index]}`);
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${total}`);
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`);
  }
  return new HttpResponse(200, ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8'], `${lines.join('\n')}\n`);
}
