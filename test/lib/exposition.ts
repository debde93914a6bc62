/** A metric of the text format of Prometheus, with its values by the name and labels of a series. */
export interface ParsedMetric {
  readonly type: string;
  readonly help: string;
  readonly series: Map<string, number>;
}

/**
 * Parses the text format of Prometheus (0.0.4) and checks what `promtool check metrics` checks: HELP and TYPE once before the first
 * value, names, labels, escapes, numbers, no series twice, no metric in two places, counters that end with `_total`, base units, and
 * complete histograms.
 *
 * @throws {SyntaxError} with the line
 */
export function parseExposition(text: string): Map<string, ParsedMetric> {
  if (!text.endsWith('\n')) throw new SyntaxError('The last line does not end');
  const metrics = new Map<string, ParsedMetric>();
  let current = '';
  let help: string | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new SyntaxError(`${why}: ${line}`);
    };
    const [, keyword, name, rest] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (metrics.has(name!)) fail('A metric appears twice');
      if (rest!.replaceAll(/\\[\\n]/g, '').includes('\\')) fail('An escape of HELP is invalid');
      [current, help] = [name!, rest!];
    } else if (keyword === 'TYPE') {
      if (name !== current || help === undefined) fail('TYPE does not follow its HELP');
      if (!/^(?:counter|gauge|histogram)$/.test(rest!)) fail('The type is invalid');
      if ((rest === 'counter') !== name!.endsWith('_total')) fail('Counters, and only these, end with _total');
      if (/_(?:milliseconds|ms|kilobytes|kb)(?:_|$)/.test(name!)) fail('The unit is not a base unit');
      metrics.set(name!, { type: rest!, help: help!, series: new Map() });
      help = undefined;
    } else addSample(metrics.get(current) ?? fail('A value has no TYPE'), current, line, fail);
  }
  for (const [name, metric] of metrics) {
    if (metric.series.size === 0) throw new SyntaxError(`${name} has no values`);
    if (metric.type === 'histogram') checkHistogram(name, metric.series);
  }
  return metrics;
}

function addSample({ type, series }: ParsedMetric, metric: string, line: string, fail: (why: string) => never): void {
  const [, name, labels = '', number] = SAMPLE.exec(line) ?? fail('A line is invalid');
  const suffix = name!.startsWith(metric) ? name!.slice(metric.length) : fail('A value belongs to another metric');
  if (!(type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).includes(suffix)) fail('The suffix is invalid');
  const names = [...labels.matchAll(LABEL)].map(([, label]) => label!);
  if (new Set(names).size !== names.length) fail('A label appears twice');
  const value = Number(number!.replace('Inf', 'Infinity'));
  if (Number.isNaN(value)) fail('The number is invalid');
  if (type !== 'gauge' && value < 0) fail('A count is negative');
  const key = `${name}{${labels}}`;
  if (series.has(key)) fail('A series appears twice');
  series.set(key, value);
}

function checkHistogram(name: string, series: ReadonlyMap<string, number>): void {
  const buckets = new Map<string, [bound: number, count: number][]>();
  for (const [key, count] of series) {
    const [, rest, bound] = /_bucket\{(.*),le="([^"]+)"\}$/.exec(key) ?? [];
    if (bound === undefined) continue;
    if (!buckets.has(rest!)) buckets.set(rest!, []);
    buckets.get(rest!)!.push([Number(bound.replace('Inf', 'Infinity')), count]);
  }
  for (const [labels, list] of buckets) {
    const isOrdered = list.every(
      ([bound, count], index) => index === 0 || (bound > list[index - 1]![0] && count >= list[index - 1]![1]),
    );
    if (!isOrdered) throw new SyntaxError(`The buckets of ${name}{${labels}} are not cumulative`);
    const last = list.at(-1)!;
    if (
      last[0] !== Infinity ||
      last[1] !== series.get(`${name}_count{${labels}}`) ||
      !series.has(`${name}_sum{${labels}}`)
    )
      throw new SyntaxError(`The histogram ${name}{${labels}} is not complete`);
  }
}

const PAIR = String.raw`[a-zA-Z_]\w*="(?:[^"\\]|\\[\\n"])*"`;
const SAMPLE = new RegExp(String.raw`^([a-zA-Z_:][\w:]*)(?:\{(${PAIR}(?:,${PAIR})*)\})? (\S+)$`);
const LABEL = new RegExp(String.raw`([a-zA-Z_]\w*)="(?:[^"\\]|\\[\\n"])*"`, 'g');
