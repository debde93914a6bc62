export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Appended to the name of the metric: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/** A metric with its values at present. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: Iterable<Sample>;
  /** Whether the values of several workers cannot be added up. The metric then has a label with the worker. */
  readonly perProcess?: boolean;
}

/** Creates a gauge with one value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

/** Creates a counter with one value. */
export function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] };
}

export const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Formats metrics in the text format of Prometheus (0.0.4). A metric without values is omitted. */
export function formatMetrics(metrics: Iterable<Metric>): string {
  return formatSeries([...metrics].map((metric) => [metric, getSeries(metric)] as const));
}

/** Formats metrics with their values by series. */
export function formatSeries(
  metrics: Iterable<readonly [Metric, Iterable<readonly [series: string, value: number]>]>,
): string {
  const lines: string[] = [];
  for (const [{ name, help, type }, series] of metrics) {
    const values = [...series].map(([labelled, value]) => `${labelled} ${formatNumber(value)}`);
    if (values.length > 0) lines.push(`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...values);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the values of a metric by series, such as `tides{port="lisbon"}`. @param more labels of all series */
export function getSeries({ name, samples }: Metric, more: Labels = {}): [series: string, value: number][] {
  return [...samples].map(({ suffix = '', labels, value }) => [
    `${name}${suffix}${formatLabels({ ...labels, ...more })}`,
    value,
  ]);
}

/** Formats a number as Go parses it. */
function formatNumber(value: number): string {
  if (value === Infinity) return '+Inf';
  if (value === -Infinity) return '-Inf';
  return String(value);
}

function formatLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
