/**
 * Measures the export of the spans of the order request alone, without the recording: the exporter of Oriel, and `BatchSpanProcessor`
 * with the OTLP exporters of OpenTelemetry, which get the same spans as ended spans of their SDK. All send to a local server that
 * discards everything. Reports the CPU time of this process. The SDK is that of `test/drop-in`.
 * `node --conditions=oriel:source bench/otlp-export.ts [--rounds 12] [--requests 2000]`
 */
import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MemoryProfileStorage } from 'oriel';
import type { Profile } from 'oriel';
import { OtlpExporter } from '../packages/profiler/src/otlp/export/otlp-exporter.ts';
import { resolveOtlp } from '../packages/profiler/src/otlp/export/otlp-config.ts';
import { spansToJson } from '../packages/profiler/src/otlp/export/profile-spans.ts';
import { median, table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, createOrderHost } from './lib/order-host.ts';
import { startSink } from './lib/start-sink.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, requests: { type: 'string', default: '2000' } },
});
const requests = Number(values.requests);
const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', parentId: undefined };

interface Subject {
  readonly push: () => void;
  readonly flush: () => Promise<unknown>;
}

/** Returns the profile of an order that was not the first one. */
async function recordOrder(): Promise<Profile> {
  const profiles: Profile[] = [];
  const storage = new MemoryProfileStorage();
  const write = storage.write.bind(storage);
  storage.write = (batch) => {
    profiles.push(...batch);
    return write(batch);
  };
  const host = createOrderHost('small', { storage });
  const { url } = await host.listen({ port: 0, mode: 'development' });
  const headers = { 'Content-Type': 'application/json' };
  for (let index = 0; index < 50; index++)
    await (await fetch(url + ORDER_PATH, { method: 'POST', body: ORDER_TEXT, headers })).text();
  await host.close();
  return profiles.at(-1)!;
}

function orielSubject(url: string, profile: Profile, logs: boolean): Subject {
  const report = (message: string): void => console.error(message);
  const exporter = new OtlpExporter({ ...resolveOtlp(url), logs }, { app: 'order', boot: '1', report });
  return { push: () => exporter.push(profile, IDS), flush: () => exporter.flush() };
}

/** Ends spans with the names and attributes that Oriel exports, and adds them to a processor as often as requests arrive. */
function sdkSubject(url: string, profile: Profile, protocol: 'http' | 'proto'): Subject {
  const load = createRequire(new URL('../test/drop-in/package.json', import.meta.url));
  const { BatchSpanProcessor, TracerProvider } = load('@opentelemetry/sdk-trace') as SdkTrace;
  const { OTLPTraceExporter } = load(`@opentelemetry/exporter-trace-otlp-${protocol}`) as SdkExporter;
  const ended: unknown[] = [];
  const collect = { onStart() {}, onEnd: (span: unknown) => void ended.push(span), forceFlush() {}, shutdown() {} };
  const tracer = new TracerProvider({ spanProcessors: [collect] }).getTracer('bench');
  const exported = JSON.parse(`[${spansToJson(profile, IDS).text}]`) as Exported[];
  for (const { name, kind, attributes } of exported) {
    const pairs = attributes.map(({ key, value }) => [
      key,
      value.intValue ? Number(value.intValue) : value.stringValue,
    ]);
    tracer.startSpan(name, { kind: kind - 1, attributes: Object.fromEntries(pairs) }).end();
  }
  // Nothing is dropped, unlike with its defaults: 2,048 spans, every five seconds.
  const settings = { maxQueueSize: 10_000_000, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${url}/v1/traces`, concurrencyLimit: 1_000 }),
    ...settings,
  });
  return {
    push: () => {
      for (const span of ended) processor.onEnd(span);
    },
    flush: () => processor.forceFlush(),
  };
}

async function measure({ push, flush }: Subject): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 1; index <= requests; index++) {
    push();
    if (index % 4 === 0) await turn();
  }
  await flush();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const profile = await recordOrder();
const { count } = spansToJson(profile, IDS);
const sink = await startSink();
const url = `http://127.0.0.1:${sink.port}`;
const subjects: Record<string, Subject> = {
  oriel: orielSubject(url, profile, false),
  'oriel, with log records': orielSubject(url, profile, true),
  'BatchSpanProcessor, JSON': sdkSubject(url, profile, 'http'),
  'BatchSpanProcessor, protobuf': sdkSubject(url, profile, 'proto'),
};
const figures = new Map(Object.keys(subjects).map((name): [string, number[]] => [name, []]));
for (let round = 0; round < Number(values.rounds); round++)
  for (const [name, subject] of Object.entries(subjects)) figures.get(name)!.push(await measure(subject));
sink.stop();
const rows = [...figures].map(([name, times]) => {
  const best = Math.min(...times);
  return [name, best.toFixed(1), median(times).toFixed(1), ((count / best) * 1_000_000).toFixed(0)];
});
console.log(`${count} spans per request\n`);
console.log(table(['', 'CPU µs/request, best', 'median', 'spans per second and core'], rows));
process.exit();

interface Exported {
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: string };
  }[];
}

interface SdkTrace {
  readonly BatchSpanProcessor: new (options: object) => {
    onEnd(span: unknown): void;
    forceFlush(): Promise<void>;
  };
  readonly TracerProvider: new (options: object) => {
    getTracer(name: string): { startSpan(name: string, options: object): { end(): void } };
  };
}

interface SdkExporter {
  readonly OTLPTraceExporter: new (options: object) => object;
}
