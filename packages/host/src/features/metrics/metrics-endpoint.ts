import { HttpContext, HttpResponse } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { NullTrace } from 'oriel-core/trace';
import type { ProfilerStatus } from '../service-keys.ts';
import { MEDIA_TYPE, formatMetrics } from './exposition.ts';
import type { Metric } from './exposition.ts';
import { createMetricsAccess } from './metrics-access.ts';
import { METRICS_PATH } from './metrics-config.ts';
import type { MeasuredPool, ResolvedMetrics } from './metrics-config.ts';
import { ProcessMetrics, counter, gauge } from './process-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { WorkerMetrics } from './worker-metrics.ts';

/** Where the metrics of a host come from. */
export interface MetricsSources {
  readonly requests: RequestMetrics;
  readonly profiler: () => ProfilerStatus | undefined;
  /** Returns the metrics of the other features and of plugins. */
  readonly features: () => Iterable<Metric>;
}

/**
 * Serves the metrics outside of the pipeline: scrapes are frequent and connect by IP address, so they need no host name, session or
 * user, and they are neither counted, profiled nor logged.
 */
export class MetricsEndpoint {
  readonly #config: ResolvedMetrics;
  readonly #sources: MetricsSources;
  readonly #refuse: ReturnType<typeof createMetricsAccess>;
  readonly #process = new ProcessMetrics();
  readonly #workers: WorkerMetrics | undefined;

  /**
   * @param sources the metrics of the host
   * @param isWorker whether the metrics are those of all workers, which the primary process adds up
   */
  constructor(config: ResolvedMetrics, sources: MetricsSources, isWorker: boolean) {
    this.#config = config;
    this.#sources = sources;
    this.#refuse = createMetricsAccess(config);
    this.#workers = isWorker ? new WorkerMetrics(() => this.#collect()) : undefined;
  }

  /** Returns whether a request is sent to the endpoint. */
  isMeant({ method, target }: IncomingRequest): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const queryStart = target.indexOf('?');
    return (queryStart < 0 ? target : target.slice(0, queryStart)) === METRICS_PATH;
  }

  /** Returns the response to a request for the metrics; undefined for other requests. */
  answer(incoming: IncomingRequest): HttpContext | Promise<HttpContext> | undefined {
    if (!this.isMeant(incoming)) return undefined;
    const context: RequestContext = new HttpContext(incoming, NO_LISTENERS, NullTrace);
    const respond = (text: string): HttpContext => {
      context.response = new HttpResponse(200, HEADERS.slice(), text);
      return context;
    };
    const refused = this.#refuse(context);
    if (refused === undefined) return this.#workers?.format().then(respond) ?? respond(formatMetrics(this.#collect()));
    context.response = refused;
    return context;
  }

  async close(): Promise<void> {
    await this.#workers?.close();
    this.#process.stop();
  }

  #collect(): readonly Metric[] {
    return [
      ...this.#sources.requests.metrics,
      ...this.#process.metrics,
      ...profilerMetrics(this.#sources.profiler()),
      ...poolMetrics(this.#config.pools),
      ...this.#sources.features(),
    ];
  }
}

function poolMetrics(pools: Readonly<Record<string, MeasuredPool>>): Metric[] {
  const samples = (read: (pool: MeasuredPool) => Readonly<Record<string, number>>) =>
    Object.entries(pools).flatMap(([pool, member]) =>
      Object.entries(read(member)).map(([state, value]) => ({ labels: { pool, state }, value })),
    );
  const waiting = Object.entries(pools).map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount }));
  return [
    {
      name: 'oriel_pool_connections',
      type: 'gauge',
      help: 'Connections of a pool by state.',
      samples: samples(({ totalCount, idleCount }) => ({ idle: idleCount, used: totalCount - idleCount })),
    },
    { name: 'oriel_pool_waiting', type: 'gauge', help: 'Callers that wait for a connection.', samples: waiting },
  ];
}

const NO_LISTENERS = Object.freeze({});
const HEADERS: readonly string[] = [
  'Content-Type',
  MEDIA_TYPE,
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

/** Returns the metrics of the profiler, and of its export to a collector of OpenTelemetry. */
function profilerMetrics(status: ProfilerStatus | undefined): Metric[] {
  if (status === undefined) return [];
  return [
    gauge('oriel_profiler_queue_profiles', 'Profiles that wait to be stored.', status.waiting),
    counter('oriel_profiler_stored_total', 'Profiles that were stored.', status.written),
    counter('oriel_profiler_dropped_total', 'Profiles that were not stored.', status.dropped),
    counter('oriel_profiler_unrecorded_total', 'Requests that have no profile.', status.unrecorded),
    ...exportMetrics(status.otlp),
  ];
}

function exportMetrics(status: ProfilerStatus['otlp']): Metric[] {
  if (status === undefined) return [];
  const { spans, logs } = status;
  return EXPORT.map(([name, type, help, read]) => ({
    name: `oriel_otlp_${name}`,
    type,
    help,
    samples: [
      { labels: { signal: 'spans' }, value: spans[read] },
      ...(logs === undefined ? [] : [{ labels: { signal: 'logs' }, value: logs[read] }]),
    ],
  }));
}

const EXPORT = [
  ['queue', 'gauge', 'Spans and log records that wait to be exported.', 'waiting'],
  ['exported_total', 'counter', 'Spans and log records that the collector accepted.', 'exported'],
  ['dropped_total', 'counter', 'Spans and log records that were not exported.', 'dropped'],
  ['rejected_total', 'counter', 'Spans and log records that the collector rejected.', 'rejected'],
  ['retries_total', 'counter', 'Batches that were sent again.', 'retries'],
] as const;
