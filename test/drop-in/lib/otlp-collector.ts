import { deepEqual, match } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';

/** An attribute in OTLP as JSON, which writes integers of 64 bits as texts. */
interface KeyValue {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean };
}

/** A span in OTLP as JSON. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events?: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes: readonly KeyValue[];
  }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** A log record in OTLP as JSON. */
interface OtlpLog {
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly KeyValue[];
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

/** A span as a collector received it, with its attributes as an object. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

/** The attributes of a span, by their names. Integers are texts, as in the protocol. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A log record as a collector received it. */
export interface CollectedLog extends Omit<OtlpLog, 'attributes'> {
  readonly attributes: Attributes;
}

/** Answers a request of the exporter. Returns whether it has answered; otherwise the collector accepts the batch. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

/** A collector that accepts OTLP as JSON, and validates it with the messages of the protocol. */
export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly logs: CollectedLog[];
  /** Everything that was sent to it, whatever it answered. */
  readonly received: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
  behave: Behaviour;
  /** Resolves when a condition is true. Throws after ten seconds, or if a body was invalid. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts a collector. @param port of an earlier collector, so that it is available again */
export async function startCollector(t: Pick<TestContext, 'after'>, port = 0): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    collector.received.push({ path, headers: request.headers, body });
    if (collector.behave(request, response, body)) return;
    try {
      collect(path, body, collector);
    } catch (error) {
      invalid = error;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}');
  });
  let invalid: unknown;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const collector: Collector = {
    url: '',
    ...{ spans: [], logs: [], received: [], behave: () => false, close },
    async until(condition) {
      for (let attempt = 0; attempt < 1_000 && !condition() && invalid === undefined; attempt++) await sleep(10);
      if (invalid !== undefined) throw invalid as Error;
      if (!condition())
        throw new Error(`The collector has ${collector.spans.length} spans, ${collector.logs.length} logs`);
    },
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(close);
  return Object.assign(collector, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function collect(path: string, body: string, { spans, logs }: Collector): void {
  const json = JSON.parse(body) as Exported;
  const { trace, logs: ofLogs } = MESSAGES.opentelemetry.proto.collector;
  validate(path === '/v1/traces' ? trace.v1.ExportTraceServiceRequest : ofLogs.v1.ExportLogsServiceRequest, json);
  for (const { resource, scopeSpans } of json.resourceSpans ?? [])
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
      match(span.traceId, /^(?!0{32})[0-9a-f]{32}$/);
      for (const id of [span.spanId, span.parentSpanId ?? span.spanId]) match(id, /^(?!0{16})[0-9a-f]{16}$/);
      spans.push({ ...span, attributes: toObject(span.attributes), resource: toObject(resource.attributes) });
    }
  for (const { scopeLogs } of json.resourceLogs ?? [])
    for (const log of scopeLogs.flatMap(({ logRecords }) => logRecords))
      logs.push({ ...log, attributes: toObject(log.attributes) });
}

// Decoding drops members that the protocol does not have, and values of another type, so a message with one would differ.
function validate(type: MessageType, json: unknown): void {
  const bytes = JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    IDS.has(key) ? Buffer.from(value as string, 'hex').toString('base64') : value,
  ) as object;
  const options = { longs: String, bytes: String, enums: Number };
  deepEqual(type.toObject(type.decode(type.encode(type.fromObject(bytes)).finish()), options), bytes);
}

export function toObject(attributes: readonly KeyValue[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value }): [string, Attributes[string]] => [
      key,
      Object.values<Attributes[string]>(value)[0],
    ]),
  );
}

const IDS: ReadonlySet<string> = new Set(['traceId', 'spanId', 'parentSpanId']);
// The messages that the exporters of OpenTelemetry used, generated from the official definitions.
const MESSAGES = createRequire(import.meta.url)('otlp-messages/build/src/generated/root.js') as {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: MessageType } };
        readonly logs: { readonly v1: { readonly ExportLogsServiceRequest: MessageType } };
      };
    };
  };
};

interface MessageType {
  fromObject(object: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): object;
}

interface Exported {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly OtlpLog[] }[];
  }[];
}
