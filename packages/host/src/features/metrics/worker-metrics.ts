import cluster from 'node:cluster';
import { SharedNumbers } from '../../server/worker-numbers.ts';
import type { WorkerNumbers } from '../../server/worker-numbers.ts';
import { formatSeries, gauge, getSeries } from './exposition.ts';
import type { Metric } from './exposition.ts';

/**
 * The metrics of all workers of a host. Counters, histograms and gauges are added up, and those of workers that have ended stay in the
 * sums, so that no counter decreases. Metrics of a process have a label with the number of the worker.
 */
export class WorkerMetrics {
  readonly #collect: () => readonly Metric[];
  readonly #numbers: SharedNumbers;

  constructor(collect: () => readonly Metric[]) {
    this.#collect = collect;
    this.#numbers = new SharedNumbers('metrics', () => toNumbers(this.#collect()));
  }

  async format(): Promise<string> {
    const sum = (await this.#numbers.sum()) ?? { ...toNumbers(this.#collect()), workers: 1 };
    const byMetric = new Map<string, [string, number][]>();
    for (const [key, value] of [...Object.entries(sum.counts), ...Object.entries(sum.states)]) {
      const separator = key.indexOf(SEPARATOR);
      const name = key.slice(0, separator);
      const series = byMetric.get(name);
      if (series === undefined) byMetric.set(name, [[key.slice(separator + 1), value]]);
      else series.push([key.slice(separator + 1), value]);
    }
    const workers = gauge('oriel_workers', 'Workers that reported their metrics.', sum.workers);
    return formatSeries([
      [workers, getSeries(workers)],
      // Workers of the same host have the same metrics.
      ...this.#collect().map((metric) => [metric, byMetric.get(metric.name) ?? []] as const),
    ]);
  }

  close(): Promise<void> {
    return this.#numbers.close();
  }
}

function toNumbers(metrics: readonly Metric[]): WorkerNumbers {
  const counts: [string, number][] = [];
  const states: [string, number][] = [];
  for (const metric of metrics) {
    const { name, type, perProcess = false } = metric;
    const labels = perProcess ? { worker: String(cluster.worker?.id ?? 0) } : {};
    // The series of a process end with it.
    const list = perProcess || type === 'gauge' ? states : counts;
    for (const [series, value] of getSeries(metric, labels)) list.push([`${name}${SEPARATOR}${series}`, value]);
  }
  return { counts: Object.fromEntries(counts), states: Object.fromEntries(states) };
}

// Not in a name.
const SEPARATOR = ' ';
