import type { ProfilerStatus } from '../service-keys.ts';
import type { Metric } from './exposition.ts';
import { counter, gauge } from './process-metrics.ts';

/** Returns the metrics of the profiler, and of its export to a collector of OpenTelemetry. */
export function profilerMetrics(status: ProfilerStatus | undefined): Metric[] {
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
