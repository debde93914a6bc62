import type { Subscriber } from '../../events/subscriber.ts';
import type { RequestEvent, TerminateEvent } from '../../kernel/events.ts';
import { counter, gauge } from './exposition.ts';
import type { Labels, Metric, Sample } from './exposition.ts';

/**
 * Counts requests and measures their duration. The number of series is bounded: a route is a label by its name, requests without a
 * route have the name "none", and further statuses of a host with very many series are "other".
 */
export class RequestMetrics implements Subscriber {
  readonly name = 'RequestMetrics';
  readonly on = {
    'kernel.request': (event: RequestEvent): void => this.#begin(event),
    'kernel.terminate': (event: TerminateEvent): void => this.#end(event),
  };
  readonly #buckets: readonly number[];
  readonly #isIgnored: (route: { readonly data?: unknown }) => boolean;
  readonly #totals = new Map<string, Total>();
  readonly #durations = new Map<string, Durations>();
  #inFlight = 0;
  #aborted = 0;

  /** @param isIgnored whether requests of a route are not counted, such as those of the profiler */
  constructor(buckets: readonly number[], isIgnored: (route: { readonly data?: unknown }) => boolean) {
    this.#buckets = buckets;
    this.#isIgnored = isIgnored;
  }

  get metrics(): readonly Metric[] {
    return [
      {
        name: 'http_requests_total',
        type: 'counter',
        help: 'Requests by method, route and status.',
        samples: [...this.#totals.values()].map(({ labels, count }) => ({ labels, value: count })),
      },
      {
        name: 'http_request_duration_seconds',
        type: 'histogram',
        help: 'Duration of requests by method and route.',
        samples: [...this.#durations.values()].flatMap((duration) => this.#getSamples(duration)),
      },
      gauge('http_requests_in_flight', 'Requests whose response is not complete.', this.#inFlight),
      counter('http_requests_aborted_total', 'Requests that ended before their response was complete.', this.#aborted),
    ];
  }

  // A request that is forwarded inside another one is not a request of a client.
  #begin({ context }: RequestEvent): void {
    if (context.parent === undefined) this.#inFlight++;
  }

  #end({ context, response, delivery }: TerminateEvent): void {
    this.#inFlight--;
    const { route } = context;
    if (route !== undefined && this.#isIgnored(route)) return;
    if (delivery.aborted) this.#aborted++;
    const labels = { method: METHODS.has(context.method) ? context.method : 'other', route: route?.name ?? 'none' };
    this.#getTotal(labels, String(response.status)).count++;
    const key = `${labels.method} ${labels.route}`;
    let found = this.#durations.get(key);
    if (found === undefined) {
      found = { labels, counts: this.#buckets.map(() => 0), count: 0, sum: 0 };
      this.#durations.set(key, found);
    }
    // A stream of events is open as long as its client likes, so its latency is that of the first byte.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const seconds = ((isStream ? delivery.firstByte : undefined) ?? delivery.milliseconds) / 1_000;
    found.count++;
    found.sum += seconds;
    const bucket = this.#buckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) found.counts[bucket]!++;
  }

  #getTotal(labels: Labels, status: string): Total {
    const key = `${labels['method']} ${status} ${labels['route']}`;
    const found = this.#totals.get(key);
    if (found !== undefined) return found;
    if (this.#totals.size >= MAX_SERIES && status !== 'other') return this.#getTotal(labels, 'other');
    const total = { labels: { ...labels, status }, count: 0 };
    this.#totals.set(key, total);
    return total;
  }

  #getSamples({ labels, counts, count, sum }: Durations): Sample[] {
    let total = 0;
    return [
      ...this.#buckets.map((bound, index) => {
        total += counts[index]!;
        return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: total };
      }),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}

interface Total {
  readonly labels: Labels;
  count: number;
}

interface Durations {
  readonly labels: Labels;
  /** Requests of each bucket, without those of lower ones. */
  readonly counts: number[];
  count: number;
  sum: number;
}

const MAX_SERIES = 10_000;
// Clients may send any method.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE']);
