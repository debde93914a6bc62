import { HttpContext, HttpResponse, foreignPageReason, remoteReason } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { NullTrace } from 'oriel-core/trace';
import type { ProfilerStatus } from '../service-keys.ts';
import { MEDIA_TYPE, counter, formatMetrics, gauge } from './exposition.ts';
import type { Metric } from './exposition.ts';
import { METRICS_PATH } from './metrics-config.ts';
import type { MeasuredPool, ResolvedMetrics } from './metrics-config.ts';
import { ProcessMetrics } from './process-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { WorkerMetrics } from './worker-metrics.ts';
import { hash, timingSafeEqual } from 'node:crypto';
import type { FeatureParts } from '../feature.ts';

interface MetricsSources {
  readonly requests: RequestMetrics;
  readonly profiler: () => ProfilerStatus | undefined;
  /** Returns the metrics of the other features and of plugins. */
  readonly features: () => Iterable<Metric>;
}

/**
 * Serves the metrics outside of the pipeline: scrapes are frequent and connect by IP address, so they need no host name, session or
 * user, and they are neither counted, profiled nor logged.
 *
 * @param isWorker whether the metrics are those of all workers, which the primary process adds up
 */
export function createMetricsEndpoint(
  config: ResolvedMetrics,
  sources: MetricsSources,
  isWorker: boolean,
): Pick<FeatureParts, 'answer' | 'answers' | 'onClose'> {
  const refuse = createMetricsAccess(config);
  const processMetrics = new ProcessMetrics();
  const collect = (): readonly Metric[] => [
    ...sources.requests.metrics,
    ...processMetrics.metrics,
    ...profilerMetrics(sources.profiler()),
    ...poolMetrics(config.pools),
    ...sources.features(),
  ];
  const workers = isWorker ? new WorkerMetrics(collect) : undefined;
  return {
    answers: isMeant,
    answer(incoming) {
      if (!isMeant(incoming)) return undefined;
      const context: RequestContext = new HttpContext(incoming, NO_LISTENERS, NullTrace);
      const respond = (text: string): HttpContext => {
        context.response = new HttpResponse(200, HEADERS.slice(), text);
        return context;
      };
      const refused = refuse(context);
      if (refused === undefined) return workers?.format().then(respond) ?? respond(formatMetrics(collect()));
      context.response = refused;
      return context;
    },
    async onClose() {
      await workers?.close();
      processMetrics.stop();
    },
  };
}

function isMeant({ method, target }: IncomingRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const queryStart = target.indexOf('?');
  return (queryStart < 0 ? target : target.slice(0, queryStart)) === METRICS_PATH;
}

function poolMetrics(pools: Readonly<Record<string, MeasuredPool>>): Metric[] {
  const entries = Object.entries(pools);
  const connections = entries.flatMap(([pool, { totalCount, idleCount }]) => [
    { labels: { pool, state: 'idle' }, value: idleCount },
    { labels: { pool, state: 'used' }, value: totalCount - idleCount },
  ]);
  const waiting = entries.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount }));
  return [
    { name: 'oriel_pool_connections', type: 'gauge', help: 'Connections of a pool by state.', samples: connections },
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

/**
 * Creates the check of who may read the metrics: every client, clients with the token, or clients on the same machine.
 *
 * @returns a function that returns the response to a request which may not; undefined if it may
 */
function createMetricsAccess({
  access,
  token,
}: Pick<ResolvedMetrics, 'access' | 'token'>): (context: HttpContext) => HttpResponse | undefined {
  if (access === 'public') return () => undefined;
  if (token === undefined) return refuseRemote;
  const expected = hash('sha256', token, 'buffer');
  return ({ headers }) => {
    const [, sent] = BEARER.exec(headers.get('authorization') ?? '') ?? [];
    if (sent !== undefined && timingSafeEqual(hash('sha256', sent, 'buffer'), expected)) return undefined;
    return problem(401, 'Unauthorized', 'The metrics need their token: Authorization: Bearer …', [
      'WWW-Authenticate',
      'Bearer realm="metrics"',
    ]);
  };
}

function refuseRemote(context: HttpContext): HttpResponse | undefined {
  const reason = remoteReason(context) ?? foreignPageReason(context);
  if (reason === undefined) return undefined;
  return problem(403, 'Forbidden', `Only clients on the same machine may read the metrics; ${reason}`, []);
}

function problem(status: number, title: string, detail: string, headers: readonly string[]): HttpResponse {
  const problemHeaders = [
    'Content-Type',
    'application/problem+json',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ];
  return new HttpResponse(
    status,
    [...problemHeaders, ...headers],
    JSON.stringify({ type: 'about:blank', title, status, detail }),
  );
}

const BEARER = /^bearer (\S{1,1024})$/i;
