import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { counter, gauge } from './exposition.ts';
import type { Metric } from './exposition.ts';

/** Measures the process: memory, processor time and the event loop. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  #utilization = performance.eventLoopUtilization();

  constructor() {
    this.#delay.enable();
  }

  /** Returns the metrics. Those of the event loop cover the time since the previous call. */
  get metrics(): readonly Metric[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const metrics: Metric[] = [
      gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Used heap of V8.', heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'Heap of V8.', heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory of buffers outside of the heap.', external),
      counter('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1_000_000),
      gauge('process_start_time_seconds', 'Start of the process, since the epoch.', performance.timeOrigin / 1_000),
      ...this.#loopMetrics(),
    ];
    return metrics.map((metric) => ({ ...metric, perProcess: true }));
  }

  stop(): void {
    this.#delay.disable();
  }

  #loopMetrics(): Metric[] {
    const delay = this.#delay;
    const samples = [
      ...[50, 90, 99].map((percentile) => ({
        labels: { quantile: String(percentile / 100) },
        value: getSeconds(delay.percentile(percentile)),
      })),
      { labels: { quantile: '1' }, value: getSeconds(delay.max) },
    ];
    delay.reset();
    const before = this.#utilization;
    this.#utilization = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.#utilization, before);
    const help = 'Delay of the event loop since the previous scrape.';
    return [
      { name: 'nodejs_eventloop_delay_seconds', type: 'gauge', help, samples },
      gauge('nodejs_eventloop_utilization', 'Busy part of the event loop since the previous scrape.', utilization),
    ];
  }
}

// Node.js records the interval between two turns of a timer, so that an idle event loop has the interval itself. Before the first
// turn the maximum is 0.
function getSeconds(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds - RESOLUTION * 1_000_000)) / 1_000_000_000;
}

const RESOLUTION = 10;
