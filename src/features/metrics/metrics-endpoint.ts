import { HttpContext } from '../../core/http/context.ts';
import type { IncomingRequest } from '../../core/http/incoming-request.ts';
import { HttpResponse } from '../../core/http/response.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import { NullTrace } from '../../core/trace/trace.ts';
import type { ProfilerStatus } from '../service-keys.ts';
import { MEDIA_TYPE, formatMetrics } from './exposition.ts';
import type { Metric } from './exposition.ts';
import { createMetricsAccess } from './metrics-access.ts';
import type { MeasuredPool, HostMetricsConfig } from './metrics-config.ts';
import { ProcessMetrics, gauge } from './process-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';

/**
 * Serves the metrics outside of the pipeline: scrapes are frequent and connect by IP address, so they need no host name, session or
 * user, and they are neither counted, profiled nor logged.
 */
export class MetricsEndpoint {
  readonly #config: HostMetricsConfig;
  readonly #path: string;
  readonly #requests: RequestMetrics;
  readonly #profiler: () => ProfilerStatus | undefined;
  readonly #refuse: ReturnType<typeof createMetricsAccess>;
  readonly #process = new ProcessMetrics();

  constructor(config: HostMetricsConfig, requests: RequestMetrics, profiler: () => ProfilerStatus | undefined) {
    this.#config = config;
    this.#path = config.path ?? '/metrics';
    this.#requests = requests;
    this.#profiler = profiler;
    this.#refuse = createMetricsAccess(config);
  }

  /** Returns whether a request is sent to the endpoint. */
  isMeant({ method, target }: IncomingRequest): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const queryStart = target.indexOf('?');
    return (queryStart < 0 ? target : target.slice(0, queryStart)) === this.#path;
  }

  /** Returns the response to a request for the metrics; undefined for other requests. */
  answer(incoming: IncomingRequest): HttpContext | undefined {
    if (!this.isMeant(incoming)) return undefined;
    const context: RequestContext = new HttpContext(incoming, NO_LISTENERS, NullTrace);
    context.response = this.#refuse(context) ?? new HttpResponse(200, HEADERS.slice(), formatMetrics(this.#collect()));
    return context;
  }

  close(): void {
    this.#process.stop();
  }

  #collect(): readonly Metric[] {
    return [
      ...this.#requests.metrics,
      ...this.#process.metrics,
      ...profilerMetrics(this.#profiler()),
      ...poolMetrics(this.#config.pools ?? {}),
    ];
  }
}

function profilerMetrics(status: ProfilerStatus | undefined): Metric[] {
  if (status === undefined) return [];
  return [
    gauge('oriel_profiler_queue_profiles', 'Profiles that wait to be stored.', status.waiting),
    { ...gauge('oriel_profiler_stored_total', 'Profiles that were stored.', status.written), type: 'counter' },
    { ...gauge('oriel_profiler_dropped_total', 'Profiles that were not stored.', status.dropped), type: 'counter' },
  ];
}

function poolMetrics(pools: Readonly<Record<string, MeasuredPool>>): Metric[] {
  const samples = (read: (pool: MeasuredPool) => Readonly<Record<string, number>>) =>
    Object.entries(pools).flatMap(([pool, each]) =>
      Object.entries(read(each)).map(([state, value]) => ({ labels: { pool, state }, value })),
    );
  const waiting = Object.entries(pools).map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount }));
  return [
    {
      ...{ name: 'oriel_pool_connections', type: 'gauge', help: 'Connections of a pool by state.' },
      samples: samples(({ totalCount, idleCount }) => ({ idle: idleCount, used: totalCount - idleCount })),
    },
    { name: 'oriel_pool_waiting', type: 'gauge', help: 'Callers that wait for a connection.', samples: waiting },
  ];
}

const NO_LISTENERS = Object.freeze({});
const HEADERS: readonly string[] = [
  ...['Content-Type', MEDIA_TYPE, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
];
