import { parseDuration } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';

/** Settings of the export to a collector of OpenTelemetry. */
export interface OtlpConfig {
  /**
   * The address of a collector that accepts OTLP over HTTP, such as `'http://collector:4318'`. `/v1/traces` and `/v1/logs` are
   * appended to its path.
   */
  readonly url: string;
  /**
   * Headers of each request, such as `{ Authorization: 'Bearer …' }`.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the log records of requests are exported.
   * @default true
   */
  readonly logs?: boolean;
  /**
   * Whether each call of a listener is a span.
   * @default false
   */
  readonly listeners?: boolean;
  /**
   * Attributes of the resource, such as `{ 'deployment.environment.name': 'production' }`.
   * @default `service.name` is the title of the host
   */
  readonly resource?: Readonly<Record<string, string>>;
  /**
   * How long the collector has to answer.
   * @default '10 s'
   */
  readonly timeout?: Duration;
}

/** {@link OtlpConfig} with its defaults; the time-out is milliseconds. */
export type OtlpSettings = Required<Omit<OtlpConfig, 'timeout'>> & { readonly timeoutMs: number };

/** Returns the settings with their defaults. @throws {TypeError} for an invalid time-out */
export function resolveOtlp(config: string | OtlpConfig): OtlpSettings {
  const {
    url,
    headers = {},
    logs = true,
    listeners = false,
    resource = {},
    timeout = '10 s',
  } = typeof config === 'string' ? { url: config } : config;
  const timeoutMs = parseDuration(timeout, 'otlp.timeout', { minimum: 1, maximum: LONGEST_TIMEOUT });
  return { url, headers, logs, listeners, resource, timeoutMs };
}

const LONGEST_TIMEOUT = 600_000;
