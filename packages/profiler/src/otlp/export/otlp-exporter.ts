import { hostname } from 'node:os';
import type { Profile } from '../../profile/profile.ts';
import { SERVICE_NAME } from '../semantic-conventions.ts';
import type { OtlpSettings } from './otlp-config.ts';
import { attributesToJson } from './otlp-json.ts';
import { JsonPoster } from './post-json.ts';
import type { ProfileIds } from '../../record/profile-ids.ts';
import { logsToJson } from './profile-logs.ts';
import { spansToJson } from './profile-spans.ts';
import { SignalQueue } from './signal-queue.ts';
import type { SignalQueueOptions, SignalStatus } from './signal-queue.ts';
import { clearTimeout, setTimeout, URL } from 'oriel-core/builtins';

/** The numbers of an export. */
export interface OtlpStatus {
  readonly spans: SignalStatus;
  readonly logs: SignalStatus | undefined;
}

/** What an exporter needs beside its settings. */
export interface OtlpExporterParts {
  /** The name of the application. */
  readonly app: string;
  /** Identifies this start of the process. */
  readonly boot: string;
  readonly report: SignalQueueOptions['report'];
  /** For tests; see {@link SignalQueueOptions}. */
  readonly queue?: Pick<SignalQueueOptions, 'delayMs' | 'retryMs' | 'batchBytes' | 'maxBytes'>;
}

/**
 * Exports profiles, whose secrets are masked, as traces and log records to a collector of OpenTelemetry: OTLP over HTTP, encoded
 * as JSON. It never throws, and nothing waits for it.
 */
export class OtlpExporter {
  readonly #posters: JsonPoster[] = [];
  readonly #spans: SignalQueue;
  readonly #logs: SignalQueue | undefined;

  constructor({ url, headers, logs, resource, timeoutMs }: OtlpSettings, parts: OtlpExporterParts) {
    const resourceText = `{"attributes":${attributesToJson(describeProcess(parts, resource))}}`;
    const create = (signal: Signal): SignalQueue => {
      const poster = new JsonPoster({ url: getEndpoint(url, signal.path), headers, timeoutMs });
      this.#posters.push(poster);
      return new SignalQueue({
        what: signal.what,
        rejectedName: signal.rejectedName,
        report: parts.report,
        ...parts.queue,
        post: (body) => poster.post(body),
        head: `{"${signal.resources}":[{"resource":${resourceText},"${signal.scopes}":[{"scope":{"name":"oriel"},"${signal.entries}":[`,
        tail: ']}]}]}',
      });
    };
    this.#spans = create(SPANS);
    this.#logs = logs ? create(LOGS) : undefined;
  }

  get status(): OtlpStatus {
    return { spans: this.#spans.status, logs: this.#logs?.status };
  }

  /** Adds a profile to the queues. */
  push(profile: Profile, ids: ProfileIds): void {
    this.#spans.push(spansToJson(profile, ids));
    this.#logs?.push(logsToJson(profile, ids));
  }

  /** Sends what waits. Resolves when it was sent, when the collector failed, or after two seconds. */
  async flush(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_FLUSH)));
    await Promise.race([late, Promise.all([this.#spans.flush(), this.#logs?.flush()])]);
    clearTimeout(timer);
  }

  /** Sends what waits and stops. */
  async close(): Promise<void> {
    await this.flush();
    this.#spans.close();
    this.#logs?.close();
    for (const poster of this.#posters) poster.close();
  }
}

interface Signal {
  readonly what: string;
  readonly path: string;
  readonly rejectedName: string;
  readonly resources: string;
  readonly scopes: string;
  readonly entries: string;
}

const SPANS: Signal = {
  what: 'spans',
  path: 'v1/traces',
  rejectedName: 'rejectedSpans',
  resources: 'resourceSpans',
  scopes: 'scopeSpans',
  entries: 'spans',
};
const LOGS: Signal = {
  what: 'log records',
  path: 'v1/logs',
  rejectedName: 'rejectedLogRecords',
  resources: 'resourceLogs',
  scopes: 'scopeLogs',
  entries: 'logRecords',
};
const MAX_FLUSH = 2_000;

function getEndpoint(url: string, path: string): URL {
  const endpoint = new URL(url);
  endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/${path}`;
  return endpoint;
}

function describeProcess(
  { app, boot }: OtlpExporterParts,
  resource: OtlpSettings['resource'],
): Record<string, unknown> {
  return {
    [SERVICE_NAME]: app,
    'service.instance.id': `${hostname()}-${boot}`,
    'process.pid': process.pid,
    'process.runtime.name': 'nodejs',
    'process.runtime.version': process.version.slice(1),
    'host.name': hostname(),
    ...resource,
  };
}
